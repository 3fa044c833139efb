#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int ready;

static void *signaller(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_condattr_t attr;
  struct timespec deadline;
  pthread_t t;
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&c, &attr);
  pthread_condattr_destroy(&attr);
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  pthread_create(&t, 0, signaller, 0);
  pthread_mutex_lock(&m);
  int result = 0;
  while (!ready && result == 0) result = pthread_cond_timedwait(&c, &m, &deadline);
  assert(ready || result == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  pthread_cond_destroy(&c);
  return 0;
}
