// Both threads test whether the other has freed the block, and then both free it.
// expect: memory race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *block;
static atomic_int freed;
static void *release(void *unused) {
  if (!atomic_load(&freed)) {
    atomic_store(&freed, 1);
    free(block);
  }
  return unused;
}
int main(void) {
  block = malloc(16);
  pthread_t t;
  pthread_create(&t, 0, release, 0);
  release(0);
  pthread_join(t, 0);
  return 0;
}
