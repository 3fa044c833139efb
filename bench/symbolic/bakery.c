// Lamport's bakery algorithm, in endless loops. The numbers grow without bound while threads overtake each other, so
// executions in which a number does not fit its variable are discarded. With -DBUG a thread does not wait while another
// one chooses its number.
//
// Expected: safe; -DBUG: the assertion fails.
#include "mutual_exclusion.h"

void __VERIFIER_assume(int condition);

static atomic_int choosing[THREADS];
static atomic_uint number[THREADS];

static void enter(int i) {
  unsigned largest = 0;
  choosing[i] = 1;
  for (int j = 0; j < THREADS; j++) {
    unsigned theirs = number[j];
    if (theirs > largest) largest = theirs;
  }
  __VERIFIER_assume(largest != -1u);
  unsigned mine = largest + 1;
  number[i] = mine;
  choosing[i] = 0;
  for (int j = 0; j < THREADS; j++) {
    if (j == i) continue;
#ifndef BUG
    while (choosing[j]) {
    }
#endif
    for (;;) {
      unsigned theirs = number[j];
      if (theirs == 0 || theirs > mine || (theirs == mine && j > i)) break;
    }
  }
}

static void leave(int i) { number[i] = 0; }
