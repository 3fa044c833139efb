/* The assumption holds at first, but no execution reaches the end. */
#include <mover.h>
#include <pthread.h>

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 3; i++) mover_assume(i < 2);
  mover_assert(0);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
