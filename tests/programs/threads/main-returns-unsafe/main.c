/* main does not join the thread, which may run before main returns. */
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
  assert(arg != 0); /* wrong */
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  return 0;
}
