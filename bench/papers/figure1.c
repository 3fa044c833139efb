// [LPQR05],
// figure 1: after its commit point t1 loops forever. A reduction that waits for the end of its transaction never
// schedules t2 in a state with g == 1.
//
// Expected: the assertion fails. With --ignoring=unsound: it does not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int g;

static void *t1(void *argument) {
  g = 1;
  for (;;) {
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
