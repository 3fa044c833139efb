/* Observing that the mutex is held reveals that x was written, but orders nothing. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, seen;

static void *first(void *arg) {
  (void)arg;
  x = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  if (pthread_mutex_trylock(&m) != 0)
    seen = x;
  else
    pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
