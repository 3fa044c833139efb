/* The waiter has released the mutex, so main's actions are ordered after all actions of the waiter. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits;

static void *waiter(void *arg) {
  pthread_mutex_lock(&m);
  waits = 1;
  while (waits) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  if (waits) pthread_cond_init(&c, 0); /* here */
  pthread_mutex_unlock(&m);
  return 0;
}
