/* Fails only if both threads' steps alternate perfectly. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int i = 1, j = 1;

static void *first(void *arg) {
  (void)arg;
  for (int k = 0; k < 3; k++) i += j;
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  for (int k = 0; k < 3; k++) j += i;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(i < 21 && j < 21); /* wrong */
  return 0;
}
