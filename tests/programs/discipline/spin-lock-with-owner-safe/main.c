/* A lock built from compare-exchange. Its owner has exclusive access to the account: all that is done under the lock
 * then commutes with whatever the others do. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2 };

static atomic_ulong owner;
static struct {
  int balance, deposits, last;
} account;

static int mine(void) { return atomic_load(&owner) == (unsigned long)pthread_self(); }

static void *customer(void *unused) {
  for (int i = 0; i < ROUNDS; ++i) {
    for (unsigned long nobody = 0; !atomic_compare_exchange_strong(&owner, &nobody, (unsigned long)pthread_self());)
      nobody = 0;
    account.balance += 10;
    ++account.deposits;
    account.last = account.balance;
    mover_assert(account.last == 10 * account.deposits);
    atomic_store(&owner, 0);
  }
  return unused;
}

int main(void) {
  mover_exclusive(&account, mine);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, customer, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  mover_assert(account.deposits == 3 * ROUNDS);
  return 0;
}
