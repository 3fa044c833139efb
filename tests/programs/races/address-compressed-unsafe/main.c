#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static char base[8];
static _Atomic int32_t distance, high;
static void *gives(void *unused) {
  int *p = malloc(sizeof *p);
  *p = 1;
  int64_t d = ((intptr_t)p - (intptr_t)base) / 4;
  atomic_store_explicit(&distance, (int32_t)d, memory_order_relaxed);
  atomic_store_explicit(&high, (int32_t)(d >> 32) + 1, memory_order_relaxed);
  return unused;
}
static void *takes(void *unused) {
  int64_t h = atomic_load_explicit(&high, memory_order_relaxed);
  uint32_t l = (uint32_t)atomic_load_explicit(&distance, memory_order_relaxed);
  if (h && l) *(int *)((intptr_t)base + (((h - 1) * 4294967296 | l)) * 4) = 2;
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, gives, 0);
  pthread_create(&u, 0, takes, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
