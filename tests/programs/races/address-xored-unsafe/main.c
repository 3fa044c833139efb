#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static _Atomic uint32_t low, high;
static void *gives(void *unused) {
  int *p = malloc(sizeof *p);
  *p = 1;
  uintptr_t number = (uintptr_t)p ^ 0x5a5a5a5a5a5a5a5a;
  atomic_store_explicit(&low, (uint32_t)number, memory_order_relaxed);
  atomic_store_explicit(&high, (uint32_t)(number >> 32), memory_order_relaxed);
  return unused;
}
static void *takes(void *unused) {
  uint32_t h = atomic_load_explicit(&high, memory_order_relaxed);
  uint32_t l = atomic_load_explicit(&low, memory_order_relaxed);
  if (h && l) *(int *)(((uintptr_t)h << 32 | l) ^ 0x5a5a5a5a5a5a5a5a) = 2;
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, gives, 0);
  pthread_create(&u, 0, takes, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
