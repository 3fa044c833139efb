// A weak compare-exchange may fail although the value is the expected one.
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>

static atomic_int x;

static void *worker(void *argument) {
  int expected = 0;
  if (!atomic_compare_exchange_weak(&x, &expected, 1)) assert(expected == 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  int zero = 0;
  atomic_compare_exchange_strong(&x, &zero, 2);
  pthread_join(thread, 0);
}
