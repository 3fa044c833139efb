// A thread stores its own handle; main compares it with those that it keeps.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t last;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  last = pthread_self();
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(!pthread_equal(last, threads[1]));
}
