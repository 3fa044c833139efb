/* Leaving a barrier late does not happen-after steps of another thread between two arrivals. */
#include <pthread.h>

static pthread_barrier_t barrier;
static int x, seen;

static void *reader(void *unused) {
  pthread_barrier_wait(&barrier);
  seen = x;
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, reader, 0);
  pthread_barrier_wait(&barrier);
  x = 1;
  pthread_barrier_wait(&barrier);
  pthread_join(thread, 0);
  return 0;
}
