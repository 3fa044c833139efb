// The threads are told apart by the order in which main joins them, because it keeps their results.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long turn;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  long mine = turn++;
  pthread_mutex_unlock(&m);
  return (void *)mine;
}

int main(void) {
  pthread_t threads[2];
  void *results[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], &results[i]);
  assert(results[0] < results[1]);
}
