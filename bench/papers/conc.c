// [LPQR05], table 1, Conc: a small concurrent program after predicate abstraction. Only the name and the kind of the
// original are known. Here THREADS drivers take requests from a list under a lock, and serve them without the lock,
// until there is no further request:
//
//   do { lock; old = served; if (there is a request) { take it; unlock; serve it; served++; } } while (served != old);
//   unlock;
//
// The abstraction represents whether served == old, and which thread holds the lock. It omits lists, requests and their
// processing, except that their loops end after an arbitrary number of iterations.
//
// Expected: safe. In the paper 512 states (unsound), 512 (CPC), 2,063 (cycle detection).
// Sizes: THREADS (3).
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int list_is_empty;         // guarded by mutex
static atomic_int inside;         // the owner of the mutex; 0: none
static atomic_int serving_began;  // not guarded

static int unknown(void) { return mover_choose(2); }

static void some_loop(void) {
  while (unknown()) {
  }
}

static void enter(int driver) {
  pthread_mutex_lock(&mutex);
  assert(inside == 0);
  inside = driver;
}

static void leave(int driver) {
  assert(inside == driver);
  inside = 0;
  pthread_mutex_unlock(&mutex);
}

static void serve(void) {
  serving_began = 1;
  while (unknown()) some_loop();
}

static void *drive(void *argument) {
  int driver = (int)(long)argument;
  int unchanged;
  do {
    enter(driver);
    unchanged = 1;
    if (!list_is_empty) {
      some_loop();  // to the end of the list
      list_is_empty = unknown();
      leave(driver);
      serve();
      unchanged = unchanged ? 0 : unknown();
    }
  } while (!unchanged);
  assert(list_is_empty);
  leave(driver);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, drive, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return 0;
}
