/* The assumption holds in some executions, so nothing is reported about it. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  (void)arg;
  mover_assume(x == 1);
  mover_assert(x == 1);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  x = 1;
  pthread_join(a, 0);
  return 0;
}
