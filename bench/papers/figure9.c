// [LPQR05], figure 9: after its commit point t1 chooses between two endless loops. Commit Point Completion schedules
// t2 once, at the commit point; a search for strongly connected components (or for cycles) does so in each of the
// loops.
//
// Expected: the assertion fails. With --ignoring=unsound: it does not.
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
  } else {
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
