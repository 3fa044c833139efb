/* The loop ends only if main chooses to stop it, and no fairness forces that. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, work;

static void *worker(void *arg) {
  while (!stop) {
    work ^= 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  for (;;) {
    if (mover_choose(2)) stop = 1;
    mover_progress("main");
  }
}
