// Peterson's algorithm for two threads, in endless loops. With -DBUG a thread first passes the turn to the other one
// and then raises its own flag.
//
// Expected: safe; -DBUG: the assertion fails.
#include "mutual_exclusion.h"

static atomic_int flag[2], turn;

static void enter(int i) {
#ifdef BUG
  turn = 1 - i;
  flag[i] = 1;
#else
  flag[i] = 1;
  turn = 1 - i;
#endif
  while (flag[1 - i] && turn == 1 - i) {
  }
}

static void leave(int i) { flag[i] = 0; }
