// Lamport's fast mutual exclusion algorithm, in endless loops. With -DBUG a thread that has met contention does not
// wait until the flags of the other threads are lowered.
//
// Expected: safe; -DBUG: the assertion fails.
#include "mutual_exclusion.h"

static atomic_int flag[THREADS], x, y;  // x, y: a thread's number plus 1, or 0

static void enter(int i) {
  for (;;) {
    flag[i] = 1;
    x = i + 1;
    if (y != 0) {
      flag[i] = 0;
      while (y != 0) {
      }
      continue;
    }
    y = i + 1;
    if (x == i + 1) return;
    flag[i] = 0;
#ifndef BUG
    for (int j = 0; j < THREADS; j++) {
      while (flag[j]) {
      }
    }
#endif
    if (y == i + 1) return;
    while (y != 0) {
    }
  }
}

static void leave(int i) {
  y = 0;
  flag[i] = 0;
}
