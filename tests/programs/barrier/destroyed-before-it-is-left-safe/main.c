// pthread_barrier_destroy waits until the other thread has left the barrier, so the memory may be used again.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
  pthread_barrier_t *mine = barrier;
  pthread_barrier_wait(mine);
  pthread_barrier_destroy(mine);
  memset(mine, 1, sizeof *mine);
  free(mine);
  pthread_join(thread, 0);
}
