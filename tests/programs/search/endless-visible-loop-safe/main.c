/* Cyclic over shared memory: the state space is finite all the same. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x;

static void *flip(void *arg) {
  (void)arg;
  for (;;) x = !x;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, flip, 0);
  for (;;) assert(x < 2);
}
