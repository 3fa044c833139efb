/* A block exactly as large as the write to it, published without ordering. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *worker(void *arg) {
  int *p = malloc(sizeof *p);
  *p = 1;
  atomic_store_explicit(&shared, p, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, 0, worker, 0);
  int *p = atomic_load_explicit(&shared, memory_order_relaxed);
  if (p) sum = *p;
  pthread_join(t, 0);
  return sum > 1;
}
