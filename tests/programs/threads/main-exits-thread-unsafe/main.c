/* main ends with pthread_exit: the other threads continue. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  (void)arg;
  assert(x == 0); /* wrong */
  return 0;
}

int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, 0, worker, 0);
  pthread_exit(0);
}
