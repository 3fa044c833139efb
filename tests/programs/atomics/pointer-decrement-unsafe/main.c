/* p-- returns the old value, which another thread may have changed before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int elements[4];
static _Atomic(int *) last = elements + 3;

static void *claim(void *arg) {
  (void)arg;
  int *mine = last--;
  *mine = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, claim, 0);
  int *mine = last--;
  assert(mine == elements + 3);
  pthread_join(a, 0);
  return 0;
}
