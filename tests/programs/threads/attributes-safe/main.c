#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_attr_t attr;
  pthread_t t;
  size_t size;
  int value, done = 0;
  assert(pthread_attr_init(&attr) == 0);
  assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setstacksize(&attr, 1) == EINVAL);
  assert(pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM) == 0);
  assert(pthread_attr_getscope(&attr, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
  assert(pthread_attr_setdetachstate(&attr, 77) == EINVAL);
  assert(pthread_create(&t, &attr, worker, &done) == 0);
  assert(pthread_join(t, 0) == 0);
  assert(done == 1);
  assert(pthread_attr_destroy(&attr) == 0);
  return 0;
}
