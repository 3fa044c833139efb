/* One atomic addition: wait-free. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar counter;

static void add(void) {
  mover_wait_free("counter");
  atomic_fetch_xor(&counter, 1);
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
