/* A struct as one atomic object: in two machine words, or in one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  MEMBER a, b;
};

static _Atomic struct pair shared;

static void *writer(void *arg) {
  (void)arg;
  struct pair value = {1, 1};
  atomic_store(&shared, value);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  struct pair seen = atomic_load(&shared);
  assert(seen.a == seen.b);
  struct pair two = {2, 2};
  atomic_exchange(&shared, two);
  pthread_join(t, 0);
  seen = shared;
  assert((seen.a == 1 && seen.b == 1) || (seen.a == 2 && seen.b == 2));
  struct pair expected = seen, three = {3, 3};
  assert(atomic_compare_exchange_strong(&shared, &expected, three));
  assert(!atomic_compare_exchange_strong(&shared, &expected, two) && expected.b == 3);
  return 0;
}
