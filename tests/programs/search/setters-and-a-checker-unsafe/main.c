// Twenty threads set two variables. The check fails if it reads between the two writes of all that have begun: most
// executions with few preemptions hide this, and there are too many traces to explore all.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kSetters = 20 };
static atomic_int first, second;

static void *set(void *none) {
  first = 1;
  second = 1;
  return none;
}

static void *check(void *none) {
  const int f = first, s = second;
  assert(f == s);
  return none;
}

int main(void) {
  pthread_t setters[kSetters], checker;
  for (int i = 0; i < kSetters; ++i) pthread_create(&setters[i], 0, set, 0);
  pthread_create(&checker, 0, check, 0);
  for (int i = 0; i < kSetters; ++i) pthread_join(setters[i], 0);
  pthread_join(checker, 0);
}
