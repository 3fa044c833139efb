/* Peterson's algorithm without turns. A thread may wait for the other one for ever, which enters again and again. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int shared;

static void section(int me) {
  for (;;) {
    wants[me] = 1;
    if (!wants[1 - me]) break;
    wants[me] = 0;
  }
  shared = me;
  wants[me] = 0;
}

static void *worker(void *arg) {
  (void)arg;
  for (;;) section(1);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  for (;;) section(0);
}
