// One condition with two mutexes, one after the other, is correct.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waits(void *mutex) {
  pthread_mutex_lock(mutex);
  while (!go) pthread_cond_wait(&c, mutex);
  pthread_mutex_unlock(mutex);
  return 0;
}

static void round_with(pthread_mutex_t *mutex) {
  go = 0;
  pthread_t thread;
  pthread_create(&thread, 0, waits, mutex);
  pthread_mutex_lock(mutex);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(mutex);
  pthread_join(thread, 0);
}

int main(void) {
  round_with(&a);
  round_with(&b);
}
