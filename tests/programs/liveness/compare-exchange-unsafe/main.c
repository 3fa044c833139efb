/* A lock by compare-and-swap that main never releases. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *worker(void *arg) {
  (void)arg;
  int expected = 0;
  while (!atomic_compare_exchange_strong(&flag, &expected, 1)) expected = 0;
  flag = 0;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_int me = 0;
  while (!me) {
    int expected = 0;
    me = atomic_compare_exchange_strong(&flag, &expected, 1);
  }
  pthread_join(t, 0);
  return 0;
}
