#include <pthread.h>
#include <string.h>

struct both {
  pthread_mutex_t m;
  pthread_cond_t c;
};
static struct both used = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
static pthread_cond_t copy = PTHREAD_COND_INITIALIZER;
static int waits, go;

static void *waiter(void *arg) {
  pthread_mutex_lock(&used.m);
  waits = 1;
  while (!go) pthread_cond_wait(&used.c, &used.m);
  pthread_mutex_unlock(&used.m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&used.m);
  if (IN_USE) COPY;
  go = 1;
  pthread_cond_signal(&used.c);
  pthread_cond_signal(&copy);
  pthread_mutex_unlock(&used.m);
  pthread_join(thread, 0);
}
