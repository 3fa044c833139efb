// A tag in the unused high bits of the address: if it counts (STEP is 1), the exchange fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static _Atomic uint64_t p;
static atomic_int changed;
static uint64_t tagged(int *n, uint64_t count) { return (uint64_t)(uintptr_t)n | count << 56; }
static void *f(void *unused) {
  uint64_t old = p, expected = old;
  int seen = changed;
  if (old && atomic_compare_exchange_strong(&p, &expected, 0)) assert(changed == seen);
  return unused;
}
static void *g(void *unused) {
  uint64_t old = atomic_exchange(&p, 0);
  if (!old) return unused;
  free((int *)(uintptr_t)(old & 0xffffffffffffff));
  int *n = malloc(sizeof *n);
  changed = 1;
  p = tagged(n, (old >> 56) + STEP);
  return unused;
}
int main(void) {
  p = tagged(malloc(sizeof(int)), 1);
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
