// The index is one too large if both threads have counted.
// expect: memory
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int n;
static void *count(void *unused) {
  atomic_fetch_add(&n, 4);
  return unused;
}
int main(void) {
  pthread_t t;
  volatile char *block = malloc(8);
  pthread_create(&t, 0, count, 0);
  atomic_fetch_add(&n, 4);
  block[atomic_load(&n)] = 1;
  pthread_join(t, 0);
  free((void *)block);
  return 0;
}
