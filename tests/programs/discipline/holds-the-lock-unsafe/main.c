/* One thread reads without the lock that the predicate asks for. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int balance;

static int holds_m(void) { return mover_holds(&m); }

static void *customer(void *unused) {
  pthread_mutex_lock(&m);
  balance = 10;
  pthread_mutex_unlock(&m);
  return unused;
}

static void *observer(void *unused) {
  mover_assert(balance <= 10);
  return unused;
}

int main(void) {
  mover_exclusive(&balance, holds_m);
  pthread_t one, two;
  pthread_create(&one, 0, customer, 0);
  pthread_create(&two, 0, observer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
