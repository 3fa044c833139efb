/* POSIX: a condition may be destroyed as soon as no thread is blocked on it, although those that were woken have not returned. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int waits, done;

static void *waiter(void *arg) {
  pthread_mutex_lock(&m);
  waits = 1;
  while (!done && c) pthread_cond_wait(c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  c = malloc(sizeof *c);
  pthread_cond_init(c, 0);
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_broadcast(c);
  pthread_cond_destroy(c);
  free(c);
  c = 0;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
