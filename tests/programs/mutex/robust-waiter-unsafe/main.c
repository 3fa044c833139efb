// The owner's end enables the waiting thread, which does not expect EOWNERDEAD.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *worker(void *argument) {
  pthread_mutex_lock(&m);
  pthread_exit(0);
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &robust);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  assert(pthread_mutex_lock(&m) == 0);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
