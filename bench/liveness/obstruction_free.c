// Two threads may undo each other's stores for ever: their operations are obstruction-free, but not lock-free. Without
// -DBUG an operation also completes after the store of the other thread.
//
// Expected: lock-free; -DBUG: no operation completes.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar owner;

static void update(unsigned char me) {
  mover_lock_free("owner");
#ifndef BUG
  unsigned char old = owner;
  atomic_compare_exchange_strong(&owner, &old, me);
#else
  do {
    owner = me;
  } while (owner != me);
#endif
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
