// [EQT06], section 2: three threads increment x, each under two of three mutexes. Every two of them have a mutex in
// common, but there is none that all three acquire. So a checker that requires one lock for all accesses (Eraser)
// reports a false race. With -DBUG=1 the third thread does not acquire one of its mutexes, and races with the second.
//
// Expected: safe; -DBUG=1: a race.
// Sizes: ROUNDS (1) of each thread.
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m3 = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void increment(pthread_mutex_t *outer, pthread_mutex_t *inner) {
  pthread_mutex_lock(outer);
  if (inner) pthread_mutex_lock(inner);
  x++;
  pthread_mutex_unlock(outer);
  if (inner) pthread_mutex_unlock(inner);
}

static void *thread1(void *argument) {
  for (int i = 0; i < ROUNDS; i++) increment(&m1, &m2);
  return 0;
}

static void *thread2(void *argument) {
  for (int i = 0; i < ROUNDS; i++) increment(&m2, &m3);
  return 0;
}

static void *thread3(void *argument) {
  for (int i = 0; i < ROUNDS; i++) increment(&m1, BUG == 1 ? 0 : &m3);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, thread1, 0);
  pthread_create(&threads[1], 0, thread2, 0);
  pthread_create(&threads[2], 0, thread3, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(BUG || x == 3 * ROUNDS);
  return 0;
}
