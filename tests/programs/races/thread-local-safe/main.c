#include <pthread.h>

#include <assert.h>

static _Thread_local int x;

static void *first(void *arg) {
  (void)arg;
  x = 1;
  assert(x == 1);
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  x = 2;
  assert(x == 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}
