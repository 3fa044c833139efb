#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static void *deposit(void *arg) {
  struct account *account = arg;
  pthread_mutex_lock(&account->lock);
  account->balance += 10;
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main(void) {
  struct account *account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, 0);
  account->balance = 0;
  pthread_t a, b;
  pthread_create(&a, 0, deposit, account);
  pthread_create(&b, 0, deposit, account);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(account->balance == 20);
  pthread_mutex_destroy(&account->lock);
  free(account);
  return 0;
}
