/* A thread that is suspended while it holds the lock hinders the others, although the schedule is unfair. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar counter, lock;

static void add(void) {
  mover_lock_free("counter");
  while (atomic_exchange(&lock, 1)) {
  }
  counter = (counter + 1) % 4;
  lock = 0;
}

static void *worker(void *arg) {
  for (;;) add();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  return 0;
}
