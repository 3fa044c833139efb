/* As in glibc: locking a free mutex does not check the time, all other timed operations do. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;
static mtx_t mtx;
static const struct timespec past = {0, 0}, large = {0, 1000000000}, negative = {0, -1};

static void *while_held(void *arg) {
  (void)arg;
  assert(pthread_mutex_timedlock(&m, &large) == EINVAL);
  assert(pthread_mutex_timedlock(&m, &negative) == EINVAL);
  assert(pthread_mutex_timedlock(&m, &past) == ETIMEDOUT);
  assert(mtx_timedlock(&mtx, &negative) == thrd_error);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&sem, 0, 1);
  mtx_init(&mtx, mtx_timed);
  assert(pthread_mutex_timedlock(&m, &large) == 0);
  mtx_lock(&mtx);
  pthread_create(&t, 0, while_held, 0);
  pthread_join(t, 0);
  assert(pthread_cond_timedwait(&c, &m, &negative) == EINVAL);
  assert(sem_timedwait(&sem, &large) == -1 && errno == EINVAL);
  assert(pthread_rwlock_timedrdlock(&lock, &large) == EINVAL);
  assert(pthread_rwlock_timedwrlock(&lock, &negative) == EINVAL);
  assert(nanosleep(&large, 0) == -1 && errno == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &negative, 0) == EINVAL);
  return 0;
}
