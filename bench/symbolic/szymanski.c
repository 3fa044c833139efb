// Szymanski's algorithm, in endless loops, with a waiting room that has an entrance and an exit. With -DBUG the last
// thread in the waiting room does not wait for the threads with smaller numbers.
//
// Expected: safe; -DBUG: the assertion fails.
#include "mutual_exclusion.h"

static atomic_int flag[THREADS];

static int is_in_waiting_room(int value) { return value == 2 || value == 3; }

static int some_other_waits(int i) {
  for (int j = 0; j < THREADS; j++)
    if (j != i && flag[j] == 1) return 1;
  return 0;
}

static int the_door_is_closed(int i) {
  for (int j = 0; j < THREADS; j++)
    if (j != i && flag[j] == 4) return 1;
  return 0;
}

static void enter(int i) {
  flag[i] = 1;
  for (int j = 0; j < THREADS; j++)
    while (flag[j] >= 3) {
    }
  flag[i] = 3;
  if (some_other_waits(i)) {
    flag[i] = 2;
    while (!the_door_is_closed(i)) {
    }
  }
  flag[i] = 4;
#ifndef BUG
  for (int j = 0; j < i; j++)
    while (flag[j] >= 2) {
    }
#endif
}

static void leave(int i) {
  for (int j = i + 1; j < THREADS; j++)
    while (is_in_waiting_room(flag[j])) {
    }
  flag[i] = 0;
}
