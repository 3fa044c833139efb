/* A timed operation that times out returns no earlier than its deadline. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;

static struct timespec in_a_second(void) {
  struct timespec t;
  assert(timespec_get(&t, TIME_UTC) == TIME_UTC);
  t.tv_sec++;
  return t;
}

static int has_come(struct timespec t) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec > t.tv_sec || (now.tv_sec == t.tv_sec && now.tv_nsec >= t.tv_nsec);
}

static void *worker(void *arg) {
  struct timespec t = in_a_second();
  assert(!has_come(t));
  assert(pthread_mutex_timedlock(&m, &t) == ETIMEDOUT && has_come(t));
  t = in_a_second();
  assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &t) == ETIMEDOUT && has_come(t));
  t = in_a_second();
  assert(pthread_rwlock_timedrdlock(&lock, &t) == ETIMEDOUT && has_come(t));
  t = in_a_second();
  assert(sem_timedwait(&sem, &t) == -1 && errno == ETIMEDOUT && has_come(t));
  t = in_a_second();
  assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &t, 0) == 0 && has_come(t));
  t = in_a_second();
  assert(thrd_sleep(&(struct timespec){1, 0}, 0) == 0 && has_come(t));
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&sem, 0, 0);
  pthread_mutex_lock(&m);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
