/* Returning from main ends the process, so a lock that is still held blocks no thread. */
#include <pthread.h>

static void *other(void *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  return 0;
}

int main(void) {
  pthread_mutex_t m, n;
  pthread_t t;
  pthread_mutex_init(&m, 0);
  pthread_mutex_init(&n, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_create(&t, 0, other, &n);
  pthread_mutex_unlock(&n);
  pthread_join(t, 0);
  return 0;
}
