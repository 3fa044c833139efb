/* The worker's execution is discarded; main, which joins it, is not deadlocked. */
#include <mover.h>
#include <pthread.h>

static void *worker(void *arg) {
  mover_assume(arg != 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
