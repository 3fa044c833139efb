// The search ends, but has not tried all values, and has taken long enough for executions to be tried beside it.
#include <mover.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counts[4];

static void *add(void *which) {
  for (int i = 0; i < 6; ++i) {
    pthread_mutex_lock(&m);
    counts[(counts[0] + (long)which) % 4]++;
    pthread_mutex_unlock(&m);
  }
  return which;
}

int main(void) {
  counts[0] = mover_nondet_int() == 12345;
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, add, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
