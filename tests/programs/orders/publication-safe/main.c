/* Memory that is handed over in order; in other tests it is not acquired, or neither acquired nor released: no other
   thread could reach it when it was initialised, yet the other need not see that it was. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef STORE
#define STORE memory_order_release
#define LOAD memory_order_acquire
#endif

struct point {
  int x, y;
};
static _Atomic(struct point *) box;

static void *maker(void *arg) {
  (void)arg;
  struct point *p = malloc(sizeof *p);
  p->x = 1;
  atomic_store_explicit(&box, p, STORE);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, maker, 0);
  struct point *p = atomic_load_explicit(&box, LOAD);
  if (p != 0 && p->x != 1) return 1;
  pthread_join(t, 0);
  return 0;
}
