#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static _Atomic uint32_t low, high;
static void *gives(void *unused) {
  int *p = malloc(sizeof *p);
  *p = 1;
  atomic_store_explicit(&low, (uint32_t)(uintptr_t)p, STORES);
  atomic_store_explicit(&high, (uint32_t)((uintptr_t)p >> 32), STORES);
  return unused;
}
static void *takes(void *unused) {
  uint32_t h = atomic_load_explicit(&high, LOADS);
  uint32_t l = atomic_load_explicit(&low, LOADS);
  if (h && l) *(int *)((uintptr_t)h << 32 | l) = 2;
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, gives, 0);
  pthread_create(&u, 0, takes, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
