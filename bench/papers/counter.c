// [FQ03], section 2: x counts increments under mx, y counts decrements under my, count is their difference, all modulo
// K. Each thread calls nondeterministically chosen methods for ever. (decr as printed releases mx; here it releases my,
// which it acquired.) Atomic addition wraps around modulo 256, so K has to divide 256, and count counts in units of
// 256/K.
//
// Expected: safe. Each method is one transaction, its access to count the one non-mover. With all threads between two
// methods there are K * K states, whatever the number of threads.
// Sizes: THREADS (2), K (4).
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef K
#define K 4
#endif
#define UNIT (256 / K)
_Static_assert(UNIT *K == 256, "K divides 256");

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
      case 0:
        incr();
        break;
      case 1:
        decr();
        break;
      default:
        read();
        break;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, caller, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return 0;
}
