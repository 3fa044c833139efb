// Threads that acquire and release a spin lock for ever. A thread is blocked while another one holds the lock.
//
// Expected: starvation under weak fairness, safe under strong fairness.
#include "mutual_exclusion.h"

static pthread_spinlock_t lock;

static void enter(int i) {
  (void)i;
  pthread_spin_lock(&lock);
}

static void leave(int i) {
  (void)i;
  pthread_spin_unlock(&lock);
}
