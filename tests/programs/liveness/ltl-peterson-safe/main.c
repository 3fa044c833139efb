/* Peterson's algorithm: mutual exclusion, and each request gets its answer under weak fairness. Without fairness, a
   thread may be ignored for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static atomic_int inside[2];

static void section(int me) {
  wants[me] = 1;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me) {
  }
  inside[me] = 1;
  inside[me] = 0;
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
