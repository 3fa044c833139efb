#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <stdlib.h>
static _Atomic unsigned char bytes[8];
static atomic_int ready;
static void *gives(void *unused) {
  int *p = malloc(sizeof *p);
  *p = 1;
  unsigned char local[8];
  memcpy(local, &p, 8);
  for (int i = 0; i < 8; i++) atomic_store_explicit(&bytes[i], local[i], memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
static void *takes(void *unused) {
  if (!atomic_load_explicit(&ready, memory_order_relaxed)) return unused;
  unsigned char local[8];
  int *p;
  for (int i = 0; i < 8; i++) local[i] = atomic_load_explicit(&bytes[i], memory_order_relaxed);
  memcpy(&p, local, 8);
  *p = 2;
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, gives, 0);
  pthread_create(&u, 0, takes, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
