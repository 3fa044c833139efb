// [STO02], section 3.3, M_ex: two threads and two monitors. The second thread acquires the first monitor while it holds
// the second one.
//
// Expected: safe. With -DBUG=1 the first thread acquires the second monitor while it holds the first one: a deadlock.
// In the paper 30 states, 9 of them visible (tests/unit/selective_test.cc lists them).
#include <pthread.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *first(void *argument) {
  pthread_mutex_lock(&m1);
  x++;
  if (BUG != 1) pthread_mutex_unlock(&m1);
  pthread_mutex_lock(&m2);
  y++;
  pthread_mutex_unlock(&m2);
  if (BUG == 1) pthread_mutex_unlock(&m1);
  return 0;
}

static void *second(void *argument) {
  pthread_mutex_lock(&m2);
  y++;
  pthread_mutex_lock(&m1);
  int z = x + y;
  pthread_mutex_unlock(&m1);
  pthread_mutex_unlock(&m2);
  return (void *)(long)z;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
