#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, go;

static void *use(void *arg) {
  pthread_mutex_lock(&m);
  waits = 1;
  while (!go) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_mutex_lock(&m);
  if (waits) c = (pthread_cond_t)PTHREAD_COND_INITIALIZER; /* wrong, though the mutex orders it */
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
