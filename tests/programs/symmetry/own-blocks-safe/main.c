// Each thread has a block of its own, which main allocates, and the counter in it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *own) {
  int *count = own;
  for (int i = 0; i < 2; i++) ++*count;
  pthread_mutex_lock(&m);
  sum += *count;
  pthread_mutex_unlock(&m);
  free(count);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, worker, calloc(1, sizeof(int)));
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(sum == 8);
}
