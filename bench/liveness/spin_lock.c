// A spin lock, on which threads block, forever.
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
