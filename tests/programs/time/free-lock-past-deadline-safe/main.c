/* A lock that is free is taken whatever the deadline. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;
static mtx_t mtx;
static const struct timespec past = {1, 0};

static void *worker(void *arg) {
  (void)arg;
  assert(pthread_mutex_timedlock(&m, &past) == 0);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&sem, 0, 1);
  mtx_init(&mtx, mtx_timed);
  pthread_create(&t, 0, worker, 0);
  assert(sem_timedwait(&sem, &past) == 0);
  assert(pthread_rwlock_timedrdlock(&lock, &past) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_timedwrlock(&lock, &past) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(mtx_timedlock(&mtx, &past) == thrd_success);
  pthread_join(t, 0);
  return 0;
}
