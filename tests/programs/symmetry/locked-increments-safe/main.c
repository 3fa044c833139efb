// Four threads run the same function. States that differ only by a permutation of them are one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *unused) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(x == 16);
}
