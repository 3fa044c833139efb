// An update is lost only if a thread is interrupted between its load and its store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *argument) {
  int old = atomic_load(&x);
  atomic_store(&x, old + 1);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, 0);
  pthread_create(&two, 0, add, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(x == 2);
  return 0;
}
