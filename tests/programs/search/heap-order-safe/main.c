/* The order of allocations does not change the state, because addresses are not part of it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  (void)arg;
  *p = 1;
  *q = 2;
  free(p);
  p = malloc(sizeof *p);
  *p = 3;
  int sum = *p + *q;
  free(p);
  free(q);
  assert(sum == 5);
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
