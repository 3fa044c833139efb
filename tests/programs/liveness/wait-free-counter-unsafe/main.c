/* A compare-exchange may fail for ever, because others succeed: lock-free, but not wait-free. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar counter;

static void add(void) {
  mover_wait_free("counter");
  unsigned char old = counter;
  while (!atomic_compare_exchange_strong(&counter, &old, (old + 1) % 4)) {
  }
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
