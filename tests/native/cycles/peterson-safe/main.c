/* Peterson's algorithm in endless loops. Each thread writes in every iteration, and revisits states even without the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *worker(void *arg) {
  const int me = arg != 0;
  for (;;) {
    atomic_store(&wants[me], 1);
    atomic_store(&turn, !me);
    while (atomic_load(&wants[!me]) && atomic_load(&turn) == !me) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants[me], 0);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, &inside);
  worker(0);
  return 0;
}
