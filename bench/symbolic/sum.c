// Each thread adds a nondeterministic integer of 32 bits to a sum under a lock, and addition commutes. With -DBUG a
// thread adds 0 instead of its integer if the integer and the sum have two certain values.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif

unsigned __VERIFIER_nondet_uint(void);

static unsigned values[THREADS], sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument) {
  unsigned value = *(unsigned *)argument;
  pthread_mutex_lock(&lock);
#ifdef BUG
  if (value == 0x7654321 && sum == 0xfedcba9) value = 0;
#endif
  sum += value;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  unsigned expected = 0;
  for (int i = 0; i < THREADS; i++) {
    values[i] = __VERIFIER_nondet_uint();
    expected += values[i];
  }
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, add, &values[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  assert(sum == expected);
  return 0;
}
