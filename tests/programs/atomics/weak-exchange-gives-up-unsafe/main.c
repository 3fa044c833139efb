/* The thread gives up after three failures in a row. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *worker(void *arg) {
  for (int failures = 0; failures < 3; failures++) {
    int expected = 0;
    if (atomic_compare_exchange_weak(&x, &expected, 1)) break;
  }
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(x == 1); /* wrong */
  return 0;
}
