/* The flag is set after the other one was read: both threads may be inside. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int inside[2];

static void section(int me) {
  while (wants[1 - me]) {
  }
  wants[me] = 1;
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
