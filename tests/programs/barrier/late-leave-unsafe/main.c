/* A thread that leaves the barrier late, when the other one has arrived again, is not ordered after what that one did between. */
#include <pthread.h>

static pthread_barrier_t barrier;
static int shared;

static void *writes(void *argument) {
  pthread_barrier_wait(&barrier);
  shared = 1;
  pthread_barrier_wait(&barrier);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, writes, NULL);
  pthread_barrier_wait(&barrier);
  int seen = shared;
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
  return seen & 0;
}
