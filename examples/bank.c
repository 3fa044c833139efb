// Two transfers in opposite directions, each locking both accounts: a deadlock that testing hardly ever meets.
// bank-fixed.c takes the locks in one order.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100}, bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *pay_bob(void *unused) {
  (void)unused;
  transfer(&alice, &bob, 30);
  return 0;
}

static void *pay_alice(void *unused) {
  (void)unused;
  transfer(&bob, &alice, 20);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, pay_bob, 0);
  pthread_create(&second, 0, pay_alice, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(alice.balance + bob.balance == 200);
  return 0;
}
