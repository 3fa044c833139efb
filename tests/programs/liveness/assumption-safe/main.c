/* An execution that an assumption discards is no deadlock. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *worker(void *arg) {
  (void)arg;
  mover_assume(flag);
  flag = 2;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  flag = 1;
  while (flag != 2) {
  }
  pthread_join(t, 0);
  return 0;
}
