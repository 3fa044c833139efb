/* Without --check=discipline a predicate is neither checked nor relied on: this one is wrong, without effect. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static int everybody(void) { return 1; }

static void *thread(void *unused) {
  ++x;
  return unused;
}

int main(void) {
  mover_exclusive(&x, everybody);
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  ++x;
  pthread_join(one, 0);
  mover_assert(x == 2);
  return 0;
}
