// A robust mutex that is unlocked without having been made consistent cannot be locked any more.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int told;

static void *dies(void *argument) {
  pthread_mutex_lock(&m);
  return 0;
}

static void *next(void *argument) {
  int result = pthread_mutex_lock(&m);
  if (result == EOWNERDEAD) {
    told++;
    assert(pthread_mutex_unlock(&m) == 0);
  } else {
    assert(result == ENOTRECOVERABLE);
    assert(pthread_mutex_unlock(&m) == EPERM);
  }
  return 0;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &robust);
  pthread_t first, a, b;
  pthread_create(&first, 0, dies, 0);
  pthread_join(first, 0);
  pthread_create(&a, 0, next, 0);
  pthread_create(&b, 0, next, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(told == 1);
  assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
}
