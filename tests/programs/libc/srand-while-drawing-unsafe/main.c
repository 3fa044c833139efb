// A seed acts on the sequence of all threads, also between two draws of another one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *seed(void *unused) {
  (void)unused;
  srand(3);
  return 0;
}

int main(void) {
  srand(3);
  pthread_t thread;
  pthread_create(&thread, 0, seed, 0);
  const int first = rand(), second = rand();
  pthread_join(thread, 0);
  assert(first != second);
}
