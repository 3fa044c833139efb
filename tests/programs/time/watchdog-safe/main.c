/* Clocks are read only for deadlines: the time makes no difference, and the loop revisits its states. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop, beats;

static void *watchdog(void *arg) {
  pthread_mutex_lock(&m);
  while (!stop) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec += 100000000;
    if (deadline.tv_nsec >= 1000000000) {
      deadline.tv_sec++;
      deadline.tv_nsec -= 1000000000;
    }
    int result = pthread_cond_timedwait(&c, &m, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    assert(beats <= 2);
  }
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, watchdog, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    beats++;
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
