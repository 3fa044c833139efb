// The pointer is published before its target is initialised.
// expect: memory
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int value = 7;
static int *_Atomic pointer;
static atomic_int ready;
static void *publish(void *unused) {
  atomic_store(&ready, 1);
  atomic_store(&pointer, &value);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, publish, 0);
  int seen = 0;
  if (atomic_load(&ready)) seen = *(volatile int *)atomic_load(&pointer);
  pthread_join(t, 0);
  return seen == 0 || seen == 7 ? 0 : 1;
}
