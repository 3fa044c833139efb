// Threads that increment a counter by compare-exchange for ever. The increment is lock-free. With -DBUG it is declared
// to be wait-free, which it is not.
//
// Expected: safe; -DBUG: a compare-exchange may fail for ever.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar counter;

static void *worker(void *arg) {
  for (;;) {
#ifndef BUG
    mover_lock_free("counter");
#else
    mover_wait_free("counter");
#endif
    unsigned char old = counter;
    while (!atomic_compare_exchange_strong(&counter, &old, (old + 1) % 8)) {
    }
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  return 0;
}
