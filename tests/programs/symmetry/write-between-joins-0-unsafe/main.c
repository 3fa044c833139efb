// Main writes between the two joins what the thread that is second reads. So the order of the joins matters.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, between;

static void *worker(void *unused) {
  if (atomic_fetch_add(&turn, 1) == 1) assert(atomic_load(&between) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  pthread_join(threads[0], 0);
  atomic_store(&between, 1);
  pthread_join(threads[1 - 0], 0);
}
