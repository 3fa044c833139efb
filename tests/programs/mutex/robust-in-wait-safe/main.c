// A thread that waits on a condition learns, when it reacquires the mutex, that the last owner has ended.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *argument) {
  if (pthread_mutex_lock(&m) == 0) {
    ready = 1;
    pthread_cond_signal(&c);
  }
  return 0;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &robust);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  int result = pthread_mutex_lock(&m);
  assert(result == (ready ? EOWNERDEAD : 0));
  if (!ready) {
    result = pthread_cond_wait(&c, &m);
    assert(result == EOWNERDEAD && ready);
  }
  assert(pthread_mutex_consistent(&m) == 0);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
