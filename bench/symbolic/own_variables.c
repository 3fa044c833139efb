// THREADS threads, each of which computes with a variable of its own. Their steps commute, so there are many equivalent
// interleavings. With -DBUG one of the values that main expects is wrong.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 8
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

static int values[THREADS];

static void *compute(void *argument) {
  int *mine = argument;
  for (int i = 0; i < ROUNDS; i++) *mine = 2 * *mine + 1;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, compute, &values[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  for (int i = 0; i < THREADS; i++) {
#ifdef BUG
    assert(values[i] == (1 << ROUNDS) - (i < THREADS - 1));
#else
    assert(values[i] == (1 << ROUNDS) - 1);
#endif
  }
  return 0;
}
