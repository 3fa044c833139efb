/* Exactly one thread gets the pointer (twin of double-free-across-threads-unsafe). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *release(void *arg) {
  (void)arg;
  free(atomic_exchange(&shared, NULL));
  return 0;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof(int));
  pthread_create(&a, 0, release, 0);
  pthread_create(&b, 0, release, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
