/* The executions after a use of freed memory are unknown, and there is no other violation. */
#include <pthread.h>
#include <stdlib.h>

static int *p;
static _Atomic int x;

static void *worker(void *arg) {
  (void)arg;
  if (*p == 1) x = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  p = malloc(sizeof *p);
  *p = 1;
  free(p);
  pthread_create(&a, 0, worker, 0);
  x = 2;
  pthread_join(a, 0);
  return 0;
}
