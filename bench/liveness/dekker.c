// Dekker's algorithm for two threads, in endless loops. With -DBUG a thread that leaves the critical section does not
// pass the turn to the other thread. With -DUNSAFE a thread whose turn it is does not wait for the other one.
//
// Expected: safe under weak fairness; -DBUG: a livelock, in which the other thread waits for its turn; -DUNSAFE: two threads
// in the critical section.
#include "mutual_exclusion.h"

static atomic_int flag[2], turn;

static void enter(int i) {
  flag[i] = 1;
  while (flag[1 - i]) {
#ifndef UNSAFE
    if (turn == i) continue;
#else
    if (turn == i) break;
#endif
    flag[i] = 0;
    while (turn != i) {
    }
    flag[i] = 1;
  }
}

static void leave(int i) {
#ifndef BUG
  turn = 1 - i;
#endif
  flag[i] = 0;
}
