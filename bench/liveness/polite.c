// Of two threads, one gives way until the other one has left. With -DBUG both give way and try again.
//
// Expected: safe under weak fairness; -DBUG: a livelock.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void enter(int me) {
  wants[me] = 1;
  while (wants[1 - me]) {
#ifndef BUG
    if (me == 0) continue;
#endif
    wants[me] = 0;
#ifndef BUG
    while (wants[1 - me]) sched_yield();
#endif
    wants[me] = 1;
  }
  wants[me] = 0;
}

static void *worker(void *arg) {
  (void)arg;
  enter(1);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  enter(0);
  pthread_join(t, 0);
  return 0;
}
