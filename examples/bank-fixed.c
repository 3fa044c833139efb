// bank.c mended: whatever the direction of a transfer, the locks are taken in one order.
#include <assert.h>
#include <pthread.h>

struct account {
  int number;
  pthread_mutex_t lock;
  int balance;
};

static struct account alice = {1, PTHREAD_MUTEX_INITIALIZER, 100}, bob = {2, PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from->number < to->number ? from : to, *second = first == from ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
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
