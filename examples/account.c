// An account that every thread locks but one: the auditor only looks, and takes that to be harmless.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;
static int audited;

static void move(int amount) {
  pthread_mutex_lock(&lock);
  if (balance + amount >= 0) balance += amount;
  pthread_mutex_unlock(&lock);
}

static void *teller(void *unused) {
  (void)unused;
  move(5);
  move(-5);
  return 0;
}

static void *auditor(void *unused) {
  (void)unused;
  if (balance != 10) audited = 1;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, teller, 0);
  pthread_create(&second, 0, auditor, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  printf("balance %d%s\n", balance, audited ? ", to be looked at" : "");
  return 0;
}
