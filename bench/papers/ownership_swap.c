// [EQT06], section 2: a box belongs to the mutex of the variable that refers to it. One thread increments the contents
// of the box of `a`, one those of the box of `b`, and one exchanges the boxes without accessing their contents. A
// checker that assumes that the locks of the last access protect the box reports a false race. With -DBUG=1 the
// exchange acquires one mutex after the other instead of both, so that `a` and `b` refer to the same box for a while.
//
// Expected: safe; -DBUG=1: a race.
// Sizes: ROUNDS (1) of each thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef BUG
#define BUG 0
#endif

typedef struct {
  int x;
} Box;

static pthread_mutex_t mutex_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mutex_b = PTHREAD_MUTEX_INITIALIZER;
static Box *a, *b;

static void *increment_a(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&mutex_a);
    a->x++;
    pthread_mutex_unlock(&mutex_a);
  }
  return 0;
}

static void *increment_b(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&mutex_b);
    b->x++;
    pthread_mutex_unlock(&mutex_b);
  }
  return 0;
}

#if BUG == 1

static void swap(void) {
  pthread_mutex_lock(&mutex_a);
  Box *from_a = a;
  pthread_mutex_unlock(&mutex_a);
  pthread_mutex_lock(&mutex_b);
  Box *from_b = b;
  b = from_a;
  pthread_mutex_unlock(&mutex_b);
  pthread_mutex_lock(&mutex_a);
  a = from_b;
  pthread_mutex_unlock(&mutex_a);
}

#else

static void swap(void) {
  pthread_mutex_lock(&mutex_a);
  pthread_mutex_lock(&mutex_b);
  Box *from_a = a;
  a = b;
  b = from_a;
  pthread_mutex_unlock(&mutex_a);
  pthread_mutex_unlock(&mutex_b);
}

#endif

static void *swapper(void *argument) {
  for (int i = 0; i < ROUNDS; i++) swap();
  return 0;
}

int main(void) {
  a = calloc(1, sizeof *a);
  b = calloc(1, sizeof *b);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, increment_a, 0);
  pthread_create(&threads[1], 0, swapper, 0);
  pthread_create(&threads[2], 0, increment_b, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(BUG || a->x + b->x == 2 * ROUNDS);
  free(a);
  free(b);
  return 0;
}
