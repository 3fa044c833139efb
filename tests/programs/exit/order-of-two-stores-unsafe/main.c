/* main returns FIRST or SECOND, depending on the order of the two stores. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef FIRST
#define FIRST 0
#define SECOND 1
#endif

static atomic_int winner;

static void *store(void *value) {
  atomic_store(&winner, (int)(long)value);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, store, (void *)FIRST);
  pthread_create(&two, 0, store, (void *)SECOND);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return winner;
}
