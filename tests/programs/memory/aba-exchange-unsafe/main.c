#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic p;
static atomic_int changed;
static void *f(void *unused) {
  int *old = p, *expected = old;
  int seen = changed;
  if (old && atomic_compare_exchange_strong(&p, &expected, (int *)0)) assert(changed == seen);
  return unused;
}
static void *g(void *unused) {
  int *old = atomic_exchange(&p, 0);
  if (!old) return unused;
  free(old);
  int *n = malloc(sizeof *n);
  changed = 1;
  p = n;
  return unused;
}
int main(void) {
  p = malloc(sizeof(int));
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
