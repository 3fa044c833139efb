// The exchange is retried in a loop, so its failures do not matter.
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>

static atomic_int x;

static void add(void) {
  int old = x;
  while (!atomic_compare_exchange_weak(&x, &old, old + 1)) {
  }
}

static void *worker(void *argument) {
  add();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  add();
  pthread_join(thread, 0);
  assert(x == 2);
}
