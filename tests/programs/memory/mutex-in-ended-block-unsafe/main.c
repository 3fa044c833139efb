#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t *_Atomic p;
static void *h(void *unused) {
  { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; p = &m; p = 0; }
  return 0;
}
static void *f(void *unused) {
  pthread_mutex_t *m = p;
  if (m) { pthread_mutex_lock(m); pthread_mutex_unlock(m); }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, h, 0);
  pthread_create(&b, 0, f, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
