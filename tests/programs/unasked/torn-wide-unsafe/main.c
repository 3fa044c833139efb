/* An integer of 16 bytes is written in two steps. */
#include <assert.h>
#include <pthread.h>

static __int128 shared;

static void *worker(void *arg) {
  (void)arg;
  shared = -1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  __int128 mine = shared;
  assert(mine == 0 || mine == -1);
  pthread_join(a, 0);
  return 0;
}
