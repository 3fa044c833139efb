/* pthread_exit runs the cleanup handlers: the mutex is unlocked. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  if (!arg) pthread_exit(0);
  pthread_cleanup_pop(0);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  return 0;
}
