// [LPQR05], the variant of figure 2 that the text describes: after its commit point t1 reaches assume(false). No cycle
// is ever closed, so cycle detection alone has nothing to detect; another rule has to schedule t2.
//
// Expected: the assertion fails (a false assumption discards t1, but t2 may run before it). With --ignoring=unsound: it
// does not.
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int g;

static void *t1(void *argument) {
  g = 1;
  mover_assume(0);
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
