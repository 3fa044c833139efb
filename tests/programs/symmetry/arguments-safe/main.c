// Threads with different arguments are not interchangeable, and each protects its own element alone.
#include <assert.h>
#include <pthread.h>

static int results[3];

static void *worker(void *number) {
  for (int i = 0; i < 3; i++) results[(long)number]++;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  for (int i = 0; i < 3; i++) assert(results[i] == 3);
}
