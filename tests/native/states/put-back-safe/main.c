/* A page is written early and does not change in the next hundreds of explored states. When the search backtracks to a state
   before the write, the page must still be restored. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Alignas(4096) int page[1024];
static atomic_int shared;

static void *writes(void *arg) {
  shared++;
  page[0]++;
  assert(page[0] == 1);
  return arg;
}

static void *counts(void *arg) {
  for (int i = 0; i < 6; ++i) shared++;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, i < 2 ? counts : writes, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
