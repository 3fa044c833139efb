// A local mutex is locked when its function returns, or later.
// expect: memory
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t *_Atomic p;
static void *other(void *arg) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  p = &m;
  p = 0;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_t *q = p;
  if (q) {
    pthread_mutex_lock(q);
    pthread_mutex_unlock(q);
  }
  pthread_join(t, 0);
}
