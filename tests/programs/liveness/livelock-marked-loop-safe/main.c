/* A worker in a loop that has an exit marks its progress, so it may stay in the loop. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, work;

static void *worker(void *arg) {
  while (!stop) {
    work ^= 1;
    mover_progress("work");
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
