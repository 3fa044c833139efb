// A sorting network for four nondeterministic integers of 32 bits. The comparators of a layer run in threads of their
// own. With -DBUG the last comparator is left out.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int values[4];

typedef struct {
  int low, high;
} Comparator;

static Comparator comparators[] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};

static void *compare(void *argument) {
  const Comparator *c = argument;
  int low = values[c->low], high = values[c->high];
  if (low > high) {
    values[c->low] = high;
    values[c->high] = low;
  }
  return 0;
}

static void layer(int first) {
  pthread_t a, b;
  pthread_create(&a, 0, compare, &comparators[first]);
  pthread_create(&b, 0, compare, &comparators[first + 1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

int main(void) {
  unsigned before = 0, after = 0;
  for (int i = 0; i < 4; i++) {
    values[i] = __VERIFIER_nondet_int();
    before ^= (unsigned)values[i];
  }
  layer(0);
  layer(2);
#ifndef BUG
  compare(&comparators[4]);
#endif
  for (int i = 0; i < 4; i++) after ^= (unsigned)values[i];
  assert(before == after);
  for (int i = 0; i < 3; i++) assert(values[i] <= values[i + 1]);
  return 0;
}
