#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;
static _Atomic int turn;

/* balance is protected by m but for the one access of main's, which comes late and only for one choice. */
static void *worker(void *arg) {
  for (int i = 0; i < 3; i++) {
    mover_atomic_block("two steps");
    pthread_mutex_lock(&m);
    balance = balance + 1;
    balance = balance + 1;
    pthread_mutex_unlock(&m);
    turn = i;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int choice = mover_choose(3);
  while (turn != 2)
    ;
  if (choice == 1)
    balance = 0;
  pthread_join(t, 0);
  return 0;
}
