/* The twin of the struct tests: two atomics are not one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *writer(void *arg) {
  (void)arg;
  a = 1;
  b = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = a;
  assert(seen == b); /* wrong */
  pthread_join(t, 0);
  return 0;
}
