/* A counter by compare-and-swap. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *worker(void *arg) {
  (void)arg;
  int old = flag;
  while (!atomic_compare_exchange_strong(&flag, &old, old + 1)) {
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int old = flag;
  while (!atomic_compare_exchange_strong(&flag, &old, old + 1)) {
  }
  pthread_join(t, 0);
  return 0;
}
