#include <pthread.h>

static int x, seen;

static void *first(void *arg) {
  (void)arg;
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  seen = __atomic_load_n(&x, __ATOMIC_RELAXED);
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
