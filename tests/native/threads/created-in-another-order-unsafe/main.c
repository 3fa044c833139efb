// The assertion fails if the second child creates its own child first. A replay must give the threads the same numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int order;
static long first;

static void *grandchild(void *argument) {
  if (atomic_fetch_add(&order, 1) == 0) first = (long)argument;
  return 0;
}

static void *child(void *argument) {
  pthread_t thread;
  atomic_load(&order);
  pthread_create(&thread, 0, grandchild, argument);
  pthread_join(thread, 0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, child, (void *)1);
  pthread_create(&b, 0, child, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first == 1);
  return 0;
}
