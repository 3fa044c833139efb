/* Two kinds of waiters on one condition: a signal meant for one may wake the other, which waits again. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn;

static void *waiter(void *arg) {
  int mine = *(int *)arg;
  pthread_mutex_lock(&m);
  while (turn < mine) pthread_cond_wait(&c, &m);
  turn = mine + 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t a, b;
  pthread_create(&a, 0, waiter, &one);
  pthread_create(&b, 0, waiter, &two);
  pthread_mutex_lock(&m);
  turn = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
