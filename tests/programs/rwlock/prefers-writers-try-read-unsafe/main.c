/* A reader observes with trylock that a writer waits. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *arg) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&w);
  pthread_create(&t, 0, writer, 0);
  assert(pthread_rwlock_tryrdlock(&w) == 0);
  pthread_rwlock_unlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_join(t, 0);
  return 0;
}
