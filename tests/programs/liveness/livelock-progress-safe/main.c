/* The token goes from thread to thread: each round passes a mark of progress. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int token;

static void *worker(void *arg) {
  const int me = arg != 0;
  for (;;) {
    if (token == me) {
      mover_progress("token");
      token = 1 - me;
    }
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &t);
  worker(0);
  return 0;
}
