/* One verdict for both: the predicate is respected, the other variable has no lock. */
#include <mover.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_ulong owner;
static sem_t handed_over;
static int account, log_entries;

static int mine(void) { return atomic_load(&owner) == (unsigned long)pthread_self(); }

static void *first(void *unused) {
  atomic_store(&owner, (unsigned long)pthread_self());
  ++account;
  atomic_store(&owner, 0);
  ++log_entries;
  sem_post(&handed_over);
  return unused;
}

static void *second(void *unused) {
  sem_wait(&handed_over);
  atomic_store(&owner, (unsigned long)pthread_self());
  ++account;
  atomic_store(&owner, 0);
  ++log_entries;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&handed_over, 0, 0);
  mover_exclusive(&account, mine);
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
