/* Both branches are taken, each by some interleaving. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (x)
    mover_reachable("late");
  else
    mover_reachable("early");
  pthread_join(t, 0);
  return 0;
}
