// The barrier is a local variable of a function that returns while the other thread may still leave it.
#include <pthread.h>

static pthread_barrier_t *shared;

static void *arrive(void *unused) {
  (void)unused;
  pthread_barrier_wait(shared);
  return 0;
}

static void meet(pthread_t *thread) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, 0, 2);
  shared = &barrier;
  pthread_create(thread, 0, arrive, 0);
  pthread_barrier_wait(&barrier);
}

int main(void) {
  pthread_t thread;
  meet(&thread);
  pthread_join(thread, 0);
}
