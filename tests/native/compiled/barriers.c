// Between two generations of a barrier each thread reads the value that the other wrote before the first.
// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int values[2], serial;
static void *worker(void *argument) {
  int me = (int)(long)argument;
  for (int round = 1; round <= 2; round++) {
    values[me] = round;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    assert(values[1 - me] == round);
    pthread_barrier_wait(&barrier);
  }
  return 0;
}
int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  pthread_t t;
  pthread_create(&t, 0, worker, (void *)1);
  worker(0);
  pthread_join(t, 0);
  assert(serial == 2);
  pthread_barrier_destroy(&barrier);
  return 0;
}
