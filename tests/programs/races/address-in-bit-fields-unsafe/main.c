#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
struct parts { uint64_t used : 1, rest : 31; };
static _Atomic uint32_t a, b, c;
struct cut { uint64_t low : 21, mid : 21, high : 22; };
static void *gives(void *unused) {
  int *p = malloc(sizeof *p);
  *p = 1;
  struct cut cut = {(uintptr_t)p, (uintptr_t)p >> 21, (uintptr_t)p >> 42};
  atomic_store_explicit(&a, cut.low, memory_order_relaxed);
  atomic_store_explicit(&b, cut.mid, memory_order_relaxed);
  atomic_store_explicit(&c, cut.high + 1, memory_order_relaxed);
  return unused;
}
static void *takes(void *unused) {
  uint64_t h = atomic_load_explicit(&c, memory_order_relaxed);
  uint64_t m = atomic_load_explicit(&b, memory_order_relaxed);
  uint64_t l = atomic_load_explicit(&a, memory_order_relaxed);
  if (h) *(int *)((h - 1) << 42 | m << 21 | l) = 2;
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, gives, 0);
  pthread_create(&u, 0, takes, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
