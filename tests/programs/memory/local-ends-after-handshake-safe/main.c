#include <pthread.h>
#include <stdatomic.h>
atomic_int *_Atomic p;
atomic_int done;
static void *h(void *unused) {
  atomic_int l = 5;
  p = &l;
  while (!atomic_load_explicit(&done, memory_order_acquire)) ;
  return 0;
}
static void *f(void *unused) {
  atomic_int *q = p;
  if (q) atomic_store_explicit(q, 1, memory_order_relaxed);
  atomic_store_explicit(&done, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, h, 0);
  pthread_create(&b, 0, f, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
