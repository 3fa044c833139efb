#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int current(void) {
  pthread_mutex_lock(&m);
  int b = balance;
  pthread_mutex_unlock(&m);
  return b;
}

static void *worker(void *arg) {
  mover_atomic_block("deposit");
  int b = current();
  pthread_mutex_lock(&m);
  balance = b + 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
