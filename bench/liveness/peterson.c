// Peterson's algorithm for two threads, in endless loops. With -DBUG there is no turn: if the other thread has raised
// its flag, too, a thread lowers its own flag and tries again. With -DUNSAFE a thread sets the turn before its flag.
//
// Expected: safe under weak fairness; -DBUG: a livelock; -DUNSAFE: two threads in the critical section.
#include "mutual_exclusion.h"

static atomic_int flag[2], turn;

static void enter(int i) {
#ifndef BUG
#ifdef UNSAFE
  turn = 1 - i;
  flag[i] = 1;
#else
  flag[i] = 1;
  turn = 1 - i;
#endif
  while (flag[1 - i] && turn == 1 - i) {
  }
#else
  for (;;) {
    flag[i] = 1;
    if (!flag[1 - i]) break;
    flag[i] = 0;
  }
#endif
}

static void leave(int i) { flag[i] = 0; }
