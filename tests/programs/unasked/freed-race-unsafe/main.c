/* A race after a read of freed memory, which does not end the execution. */
#include <pthread.h>
#include <stdlib.h>

static int *p;
static int x;

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
