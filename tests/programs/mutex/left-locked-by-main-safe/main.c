// Returning from main ends the process: locks among its variables that are still held harm no thread.
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_rwlock_rdlock(&rwlock) == 0);
  return 0;
}
