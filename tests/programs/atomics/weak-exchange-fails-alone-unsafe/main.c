// A weak compare-exchange may fail independently of other threads: before there are any, after they have ended, and on a
// private variable.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *nothing(void *argument) { return argument; }

static int take(atomic_int *flag) {
  int expected = 0;
  return atomic_compare_exchange_weak(flag, &expected, 1);
}

int main(void) {
  pthread_t t;
  atomic_int own = 0;
  while (!take(&x)) continue;
  while (!take(&own)) continue;
  atomic_store(&x, 0);
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  assert(take(&x));
  return 0;
}
