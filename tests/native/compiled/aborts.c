// One order of the two threads ends in abort().
// expect: assertion
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int turn;
static void *other(void *unused) {
  atomic_store(&turn, 2);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  atomic_store(&turn, 1);
  pthread_join(t, 0);
  if (atomic_load(&turn) == 1) abort();
  return 0;
}
