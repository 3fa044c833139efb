/* A thread retries endlessly while the other one holds the lock, so that executions revisit states. After that the counter
   is wrong, because the increments are not locked. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int tries, counter;

static void *add(void *arg) {
  for (;;) {
    atomic_fetch_add(&tries, 1);
    if (pthread_mutex_trylock(&m) == 0) break;
    atomic_fetch_sub(&tries, 1);
  }
  pthread_mutex_unlock(&m);
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
#ifdef LOST
  assert(atomic_load(&counter) == 2);
#else
  assert(atomic_load(&counter) >= 1);
#endif
  return 0;
}
