// The thread that RELEASEs the block and the one that allocates the next are ordered by nothing else.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic p;
static atomic_int stored, taken;
static void *f(void *unused) {
  int *old = p;
  if (!old || stored) return unused;  // it is the first block
  if (atomic_compare_exchange_strong(&p, &old, (int *)0)) assert(!taken);
  return unused;
}
static void *frees(void *unused) {
  int *old = atomic_exchange(&p, 0);
  if (old && !stored) taken = 1;
  RELEASE(old);
  return unused;
}
static void *allocates(void *unused) {
  int *n = malloc(sizeof *n), *none = 0;
  stored = 1;
  if (!atomic_compare_exchange_strong(&p, &none, n)) free(n);
  return unused;
}
int main(void) {
  p = malloc(sizeof(int));
  pthread_t t, u, v;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, frees, 0);
  pthread_create(&v, 0, allocates, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
}
