// Three threads that never end, and states that are revisited: all states are explored.
// expect: safe
// compile: -DMOST=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int inside;
static void *visitor(void *unused) {
  for (;;) {
    atomic_fetch_add(&inside, 1);
    atomic_fetch_sub(&inside, 1);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, visitor, 0);
  pthread_create(&b, 0, visitor, 0);
  for (;;) assert(atomic_load(&inside) <= MOST);
}
