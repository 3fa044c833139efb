/* The last step in the user's code is the place of a violation: the rest of the execution is in the library. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_detach(t);
  while (!x)
    ;
  x = 2;
  return 0;
}
