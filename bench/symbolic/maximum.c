// Each thread raises a maximum to a nondeterministic integer of 32 bits by compare-and-exchange. With -DBUG it compares
// and then stores.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif

int __VERIFIER_nondet_int(void);

static int values[THREADS];
static atomic_int maximum = INT_MIN;

static void *raise_to(void *argument) {
  int value = *(int *)argument;
#ifdef BUG
  if (maximum < value) maximum = value;
#else
  int old = maximum;
  while (old < value && !atomic_compare_exchange_strong(&maximum, &old, value)) {
  }
#endif
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, raise_to, &values[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  int is_one_of_them = 0;
  for (int i = 0; i < THREADS; i++) {
    assert(maximum >= values[i]);
    is_one_of_them |= maximum == values[i];
  }
  assert(is_one_of_them);
  return 0;
}
