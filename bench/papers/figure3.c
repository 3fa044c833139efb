// [LPQR05], figure 3: with left movers a transaction has more than one commit point. The write of y is the first one,
// and the release of m is the second one. Only after the second one can t2 read x == 1, and t1 never completes its
// transaction.
//
// Expected: the assertion fails. With --ignoring=unsound: it does not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;         // guarded by m
static atomic_int y;  // not guarded

static void *t1(void *argument) {
  pthread_mutex_lock(&m);
  y = 42;
  x = 1;
  pthread_mutex_unlock(&m);
  for (;;) {
  }
  return 0;
}

static void *t2(void *argument) {
  pthread_mutex_lock(&m);
  assert(x == 0);
  pthread_mutex_unlock(&m);
  return 0;
}

static void *t3(void *argument) {
  y = 10;
  return 0;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, t1, 0);
  pthread_create(&second, 0, t2, 0);
  pthread_create(&third, 0, t3, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_join(third, 0);
  return 0;
}
