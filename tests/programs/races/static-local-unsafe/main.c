/* A static local is one for all threads. */
#include <pthread.h>

static int next(void) {
  static int last;
  return ++last;
}

static void *first(void *arg) {
  (void)arg;
  next();
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  next();
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
