// A ticket lock, in endless loops, whose tickets of 32 bits wrap around. With -DBUG a thread takes a ticket in two
// steps.
//
// Expected: safe; -DBUG: the assertion fails.
#include "mutual_exclusion.h"

static atomic_uint next_ticket, served;

static void enter(int i) {
#ifdef BUG
  unsigned mine = next_ticket;
  next_ticket = mine + 1;
#else
  unsigned mine = next_ticket++;
#endif
  while (served != mine) {
  }
}

static void leave(int i) { served++; }
