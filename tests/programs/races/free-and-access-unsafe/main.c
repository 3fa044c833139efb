#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  int *shared = malloc(sizeof *shared);
  pthread_t t;
  *shared = 0;
  pthread_create(&t, 0, worker, shared);
  free(shared);
  pthread_join(t, 0);
  return 0;
}
