/* The fence releases what comes before it, and the reader needs no more; in another test it reads y, which is written
   after the fence. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef SEEN
#define SEEN(p) ((p)->x == 1)
#endif

struct point {
  int x, y;
};
static _Atomic(struct point *) box;

static void *maker(void *arg) {
  (void)arg;
  struct point *p = malloc(sizeof *p);
  p->x = 1;
  atomic_thread_fence(memory_order_release);
  p->y = 2;
  atomic_store_explicit(&box, p, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, maker, 0);
  struct point *p = atomic_load_explicit(&box, memory_order_acquire);
  if (p != 0 && !SEEN(p)) return 1;
  pthread_join(t, 0);
  return 0;
}
