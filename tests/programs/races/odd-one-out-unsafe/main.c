/* All but one access hold the lock. */
#include <pthread.h>

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void deposit(int amount) {
  pthread_mutex_lock(&mu);
  total += amount;
  pthread_mutex_unlock(&mu);
}

static void withdraw(int amount) {
  pthread_mutex_lock(&mu);
  total -= amount;
  pthread_mutex_unlock(&mu);
}

static void *teller(void *arg) {
  (void)arg;
  deposit(2);
  withdraw(1);
  return 0;
}

static void *auditor(void *arg) {
  (void)arg;
  return total > 2 ? arg : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, teller, 0);
  pthread_create(&b, 0, auditor, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
