// A thread may exchange the state between two draws of main.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char table[64];

static void *exchange(void *unused) {
  (void)unused;
  initstate(8, table, sizeof table);
  return 0;
}

int main(void) {
  srand(8);
  const int first = rand(), second = rand();
  srand(8);
  pthread_t thread;
  pthread_create(&thread, 0, exchange, 0);
  const int a = rand(), b = rand();
  pthread_join(thread, 0);
  assert(a == first && b == second);
}
