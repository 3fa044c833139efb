#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *twice(void *arg) { return (void *)((intptr_t)arg * 2); }

static void leave(int value) { pthread_exit((void *)(intptr_t)value); }

static void *leaves(void *arg) {
  leave(7);
  return arg;
}

int main(void) {
  pthread_t a, b;
  void *result;
  pthread_create(&a, 0, twice, (void *)21);
  pthread_create(&b, 0, leaves, 0);
  assert(pthread_join(a, &result) == 0 && (intptr_t)result == 42);
  assert(pthread_join(b, &result) == 0 && (intptr_t)result == 7);
  return 0;
}
