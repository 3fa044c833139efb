// Dekker's algorithm for two threads, in endless loops. With -DBUG a thread does not test the other thread's flag again
// after it has waited for its turn.
//
// Expected: safe; -DBUG: the assertion fails.
#include "mutual_exclusion.h"

static atomic_int flag[2], turn;

static void enter(int i) {
  flag[i] = 1;
  while (flag[1 - i]) {
    if (turn == i) continue;
    flag[i] = 0;
    while (turn != i) {
    }
    flag[i] = 1;
#ifdef BUG
    break;
#endif
  }
}

static void leave(int i) {
  turn = 1 - i;
  flag[i] = 0;
}
