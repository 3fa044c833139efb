/* The memory is published without ordering: malloc may write to it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct point {
  int x, y;
};
static _Atomic(struct point *) box;

static void *maker(void *arg) {
  (void)arg;
  struct point *p = malloc(sizeof *p);
  atomic_store_explicit(&box, p, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, maker, 0);
  struct point *p = atomic_load_explicit(&box, memory_order_relaxed);
  if (p != 0) p->x = 1;
  pthread_join(t, 0);
  return 0;
}
