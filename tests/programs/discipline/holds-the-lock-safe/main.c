/* A predicate may ask whether the thread holds a lock. What locks and unlocks it commutes as without the predicate. */
#include <mover.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int holds_m(void) { return mover_holds(&m); }

static void *customer(void *unused) {
  for (int i = 0; i < 2; ++i) {
    mover_assert(!mover_holds(&m));
    pthread_mutex_lock(&m);
    mover_assert(mover_holds(&m));
    balance += 10;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  mover_exclusive(&balance, holds_m);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, customer, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  mover_assert(balance == 60);
  return 0;
}
