#include <mover.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  (void)arg;
  mover_assume(x > 5);
  mover_assert(0);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
