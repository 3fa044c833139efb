// Every account has its lock, on the stack of main, in an array and on the heap.
#include <pthread.h>
#include <stdlib.h>

typedef struct account {
  const char *name;
  pthread_mutex_t lock;
  int balance, history[2];
} account_t;

static account_t accounts[2] = {{"a", PTHREAD_MUTEX_INITIALIZER, 5, {0}}, {"b", PTHREAD_MUTEX_INITIALIZER, 5, {0}}};
static account_t *vault;

static void change(account_t *account, int amount) {
  account->balance += amount;
  account->history[amount > 0] = amount;
}

static void deposit(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  change(account, amount);
  pthread_mutex_unlock(&account->lock);
}

static void *work(void *purse) {
  deposit(&accounts[0], 1);
  deposit(&accounts[1], -1);
  deposit(purse, 1);
  deposit(vault, 1);
  return 0;
}

int main(void) {
  account_t purse = {"purse", PTHREAD_MUTEX_INITIALIZER, 0, {0}};
  pthread_t a, b;
  vault = calloc(1, sizeof *vault);
  pthread_mutex_init(&vault->lock, 0);
  pthread_create(&a, 0, work, &purse);
  pthread_create(&b, 0, work, &purse);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(vault);
  return purse.balance;
}
