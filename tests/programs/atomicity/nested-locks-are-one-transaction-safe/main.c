#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int deposits;

static void *worker(void *arg) {
  mover_atomic_block("outer");
  pthread_mutex_lock(&m);
  {
    mover_atomic_block("inner");
    pthread_mutex_lock(&n);
    balance = balance + 1;
    deposits++; /* the one action that is no mover */
    pthread_mutex_unlock(&n);
  }
  balance = balance + 1;
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
