/* Each thread gives way to the other: they may yield to each other for ever. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void enter(int me) {
  wants[me] = 1;
  while (wants[1 - me]) {
    wants[me] = 0;
    sched_yield();
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
