// The counter of Flanagan and Qadeer, "Transactions for Software Model Checking" (2003), section 2: x counts increments
// under mx, y counts decrements under my, count is their difference, all modulo K. Three threads call
// nondeterministically chosen methods for ever. (Atomic addition wraps around modulo 256, so count counts in units of
// 256/K.)
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifndef K
#define K 16
#endif
#define UNIT (256 / K)

static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER, my = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static _Atomic unsigned char count;

static void incr(void) {
  pthread_mutex_lock(&mx);
  int tx = x;
  atomic_fetch_add(&count, UNIT);
  x = (tx + 1) % K;
  pthread_mutex_unlock(&mx);
}

static void decr(void) {
  pthread_mutex_lock(&my);
  int ty = y;
  atomic_fetch_sub(&count, UNIT);
  y = (ty + 1) % K;
  pthread_mutex_unlock(&my);
}

static void read(void) {
  pthread_mutex_lock(&mx);
  int tx = x;
  pthread_mutex_lock(&my);
  int ty = y;
  assert(count / UNIT == (tx + K - ty) % K);
  pthread_mutex_unlock(&my);
  pthread_mutex_unlock(&mx);
}

static void *caller(void *argument) {
  while (1) {
    switch (mover_choose(3)) {
      case 0: incr(); break;
      case 1: decr(); break;
      default: read(); break;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, caller, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
