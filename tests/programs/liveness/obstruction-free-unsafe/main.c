/* Two threads may undo each other's stores for ever: obstruction-free, but not lock-free. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar owner;

static void update(unsigned char me) {
  mover_lock_free("owner");
  do {
    owner = me;
  } while (owner != me);
}

static void *worker(void *arg) {
  for (;;) update(arg != 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &t);
  worker(0);
  return 0;
}
