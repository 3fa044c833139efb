#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int value[2];

static void *worker(void *arg) {
  int me = *(int *)arg;
  value[me] = me + 1;
  /* no barrier */
  assert(value[1 - me] == 2 - me);
  return 0;
}

int main(void) {
  static int zero = 0, one = 1;
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, worker, &zero);
  pthread_create(&b, 0, worker, &one);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
