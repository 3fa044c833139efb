// Szymanski's algorithm for two threads, in endless loops. With -DBUG every thread waits in the waiting room until
// another one has closed the door. With -DUNSAFE a thread does not wait for the threads before it.
//
// Expected: safe under weak fairness; -DBUG: a livelock; -DUNSAFE: two threads in the critical section.
#include "mutual_exclusion.h"

static atomic_int flag[THREADS];

static int is_in_waiting_room(int value) { return value == 2 || value == 3; }

#ifndef BUG
static int some_other_waits(int i) {
  for (int j = 0; j < THREADS; j++)
    if (j != i && flag[j] == 1) return 1;
  return 0;
}
#endif

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
#ifdef BUG
  const int waits = 1;
#else
  const int waits = some_other_waits(i);
#endif
  if (waits) {
    flag[i] = 2;
    while (!the_door_is_closed(i)) {
    }
  }
  flag[i] = 4;
#ifndef UNSAFE
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
