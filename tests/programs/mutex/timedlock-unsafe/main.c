#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  struct timespec deadline;
  (void)arg;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  int result = pthread_mutex_timedlock(&m, &deadline);
  assert(result == 0); /* wrong */
  if (result == 0) pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
