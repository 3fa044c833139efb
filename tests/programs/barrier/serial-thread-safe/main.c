#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int serial;

static void *worker(void *arg) {
  (void)arg;
  for (int round = 0; round < 2; round++) {
    int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
  pthread_barrier_init(&barrier, 0, COUNT);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(serial == 2);
  pthread_barrier_destroy(&barrier);
  return 0;
}
