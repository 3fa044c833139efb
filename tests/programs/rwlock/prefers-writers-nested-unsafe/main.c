/* The reader waits for a writer that waits for another reader, which waits for the first one's mutex. No thread locks twice. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *reads_inside(void *arg) {
  pthread_mutex_lock(&m);
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_mutex_unlock(&m);
  return arg;
}

static void *reads_outside(void *arg) {
  pthread_rwlock_rdlock(&w);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_rwlock_unlock(&w);
  return arg;
}

int main(void) {
  pthread_t inside, outside;
  pthread_create(&inside, 0, reads_inside, 0);
  pthread_create(&outside, 0, reads_outside, 0);
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_join(inside, 0);
  pthread_join(outside, 0);
  return 0;
}
