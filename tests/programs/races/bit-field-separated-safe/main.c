/* A bit-field of width zero begins a new memory location. */
#include <pthread.h>

static struct {
  unsigned a : 8;
  unsigned : 0;
  unsigned b : 8;
} flags;

static void *first(void *arg) {
  (void)arg;
  flags.a = 1;
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  flags.b = 1;
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
