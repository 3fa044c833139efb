/* A wait that times out returns at or after its deadline. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  struct timespec deadline, now;
  int result = 0;
  pthread_create(&t, 0, worker, 0);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 5;
  pthread_mutex_lock(&m);
  while (!ready && result == 0) result = pthread_cond_timedwait(&c, &m, &deadline);
  int timed_out = !ready;
  pthread_mutex_unlock(&m);
  clock_gettime(CLOCK_REALTIME, &now);
  if (timed_out) assert(!is_before(now, deadline));

  assert(!timed_out || MAY_TIME_OUT);
  pthread_join(t, 0);
  return 0;
}
