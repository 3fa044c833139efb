#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct timespec soon;

static void *while_written(void *arg) {
  (void)arg;
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
  return 0;
}

static void *while_read(void *arg) {
  (void)arg;
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return 0;
}

int main(void) {
  pthread_t t;
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  pthread_create(&t, 0, while_written, 0);
  pthread_join(t, 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  pthread_create(&t, 0, while_read, 0);
  pthread_join(t, 0);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
