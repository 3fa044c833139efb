/* A timed read lock is refused while a writer waits, although the lock is held only for reading. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *arg) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return arg;
}

int main(void) {
  struct timespec soon;
  pthread_t t;
  pthread_rwlock_rdlock(&w);
  pthread_create(&t, 0, writer, 0);
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  assert(pthread_rwlock_timedrdlock(&w, &soon) == 0);
  pthread_rwlock_unlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_join(t, 0);
  return 0;
}
