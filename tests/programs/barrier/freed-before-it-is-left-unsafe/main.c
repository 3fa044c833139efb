// The thread may still be inside pthread_barrier_wait when main frees the barrier.
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *arrive(void *unused) {
  (void)unused;
  pthread_barrier_wait(barrier);
  return 0;
}

int main(void) {
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, 0, 2);
  pthread_t thread;
  pthread_create(&thread, 0, arrive, 0);
  pthread_barrier_wait(barrier);
  free(barrier);
  pthread_join(thread, 0);
}
