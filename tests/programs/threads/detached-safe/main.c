/* Detached by attribute and by call; the program ends whether they have run or not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ran;

static void *worker(void *arg) {
  (void)arg;
  ran++;
  return 0;
}

int main(void) {
  pthread_attr_t attr;
  pthread_t a, b;
  int state;
  pthread_attr_init(&attr);
  pthread_attr_getdetachstate(&attr, &state);
  assert(state == PTHREAD_CREATE_JOINABLE);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&a, &attr, worker, 0);
  pthread_attr_destroy(&attr);
  pthread_create(&b, 0, worker, 0);
  pthread_detach(b);
  assert(ran >= 0 && ran <= 2);
  return 0;
}
