/* A hand-made test-and-set lock: a thread that spins is enabled all the time, and may take its steps whenever the other
 * thread holds the lock. So strong fairness of threads does not help. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int shared;

static void acquire(void) {
  while (atomic_exchange(&lock, 1)) {
  }
}

static void *worker(void *arg) {
  for (;;) {
    acquire();
    shared = arg != 0;
    atomic_store(&lock, 0);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &t);
  worker(0);
  return 0;
}
