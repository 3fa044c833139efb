/* From some point on no thread has the token. The loops have no exit, so that only the marks tell. */
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
  token = 2;
  worker(0);
  return 0;
}
