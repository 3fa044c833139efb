/* POSIX: a condition may be destroyed as soon as its waiters have been woken. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, gone;

static void *waiter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  while (!ready && !gone) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  gone = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_destroy(&c);
  pthread_join(a, 0);
  return 0;
}
