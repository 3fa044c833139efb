/* A null access ends the process: the race after it does not happen, and the headline says where executions end. */
#include <pthread.h>

static int *nowhere;
static int x;

static void *worker(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  *nowhere = 1;
  x = 2;
  pthread_join(a, 0);
  return 0;
}
