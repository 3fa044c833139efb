// Two threads increment and decrement a counter, and a third one reads it, all in endless loops.
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
  pthread_t one, other;
  pthread_create(&one, 0, visitor, 0);
  pthread_create(&other, 0, visitor, 0);
  for (;;) assert(atomic_load(&inside) <= 2);
}
