/* The assertion of section 4.2: one thread reads x without being the owner, but only if it finds no work. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong owner;
static int x;

static int is_owner(unsigned long thread) { return atomic_load(&owner) == thread; }
static int mine(void) { return is_owner((unsigned long)pthread_self()); }

static void *worker(void *unused) {
  unsigned long nobody = 0;
  mover_assume(atomic_compare_exchange_strong(&owner, &nobody, (unsigned long)pthread_self()));
  ++x;
  atomic_store(&owner, 0);
  return unused;
}

static void *observer(void *unused) {
  unsigned long nobody = 0;
  if (!atomic_compare_exchange_strong(&owner, &nobody, (unsigned long)pthread_self())) {
    if (x > 1) mover_assert(0);
    return unused;
  }
  ++x;
  atomic_store(&owner, 0);
  return unused;
}

int main(void) {
  mover_exclusive(&x, mine);
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, observer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  mover_assert(x >= 1);
  return 0;
}
