// The program ends inside an atomic section, from states that differ in nothing that the section reads: steps of other
// threads before the section must be explored all the same.
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int i = 1, j = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
  i = j + 1;
  i = j + 1;
  return 0;
}

void *second(void *unused) {
  j = i + 1;
  j = i + 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  assert(i < 5);
  mover_atomic_begin();
  pthread_mutex_lock(&m);
  _Exit(0);
}
