// [LPQR05], figure 2: after its commit point t1 loops forever or ends, by choice. The branch that ends completes the
// transaction, so no solution of the ignoring problem is needed.
//
// Expected: the assertion fails, with --ignoring=unsound too.
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int g;

static void *t1(void *argument) {
  g = 1;
  if (mover_choose(2)) {
    for (;;) {
    }
  }
  return 0;
}

static void *t2(void *argument) {
  assert(g == 0);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, t1, 0);
  pthread_create(&second, 0, t2, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
