/* Copying a struct reads all of it. */
#include <pthread.h>

static struct {
  int a, b, c, d, e;
} copy, original;

static void *first(void *arg) {
  (void)arg;
  copy = original;
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  original.c = 1;
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
