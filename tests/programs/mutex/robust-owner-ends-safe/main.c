// A thread ends while it holds a robust mutex: the next owner gets EOWNERDEAD, may repair the data, and continues.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int half_done;

static void *worker(void *argument) {
  pthread_mutex_lock(&m);
  half_done = 1;
  return 0;
}

int main(void) {
  pthread_mutexattr_t robust;
  assert(pthread_mutexattr_init(&robust) == 0);
  assert(pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutex_init(&m, &robust) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  int result = pthread_mutex_lock(&m);
  if (result == EOWNERDEAD) {
    assert(half_done);
    assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_consistent(&m) == EINVAL);
  } else {
    assert(result == 0 && !half_done);
  }
  assert(pthread_mutex_unlock(&m) == 0);
  pthread_join(thread, 0);
  result = pthread_mutex_trylock(&m);
  assert(result == 0 || result == EOWNERDEAD);
  if (result == EOWNERDEAD) pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&m) == 0);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
}
