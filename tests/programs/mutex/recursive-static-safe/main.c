/* A recursive mutex by static initialiser: locking twice does not block, and one unlock does not release it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *tries(void *arg) {
  (void)arg;
  assert(pthread_mutex_trylock(&m) == EBUSY);
  return 0;
}

int main(void) {
  pthread_t t;
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_trylock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
  pthread_create(&t, 0, tries, 0);
  pthread_join(t, 0);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  return 0;
}
