/* Peterson's algorithm for two threads. The two stores are swapped, and it fails. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int me) {
  turn = 1 - me;
  wants[me] = 1;
  while (wants[1 - me] && turn == 1 - me) {
  }
}

static void *worker(void *arg) {
  int me = *(int *)arg;
  enter(me);
  inside++;
  assert(inside == 1); /* wrong */
  inside--;
  wants[me] = 0;
  return 0;
}

int main(void) {
  static int zero = 0, one = 1;
  pthread_t a, b;
  pthread_create(&a, 0, worker, &zero);
  pthread_create(&b, 0, worker, &one);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
