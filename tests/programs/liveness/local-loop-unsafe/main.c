/* The exit of the loop depends on a local variable that never changes. */
#include <pthread.h>

static void *worker(void *arg) {
  volatile int done = arg != 0;
  while (!done) {
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
