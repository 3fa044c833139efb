/* Relaxed counters that no thread reads before the end need no tracking of order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static atomic_long done;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
    atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
  }
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(total == 9 && done == 9);
  return 0;
}
