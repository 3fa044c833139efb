/* The target of a write beyond an object is unknown. */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  ((int *)arg)[2] = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  int *p = calloc(2, sizeof *p);
  pthread_create(&a, 0, worker, p);
  pthread_join(a, 0);
  free(p);
  return 0;
}
