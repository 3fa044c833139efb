/* Two threads that sleep for 100 ms each, one after the other: 200 ms have passed. In another test
   they need not do so one after the other. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *worker(void *arg) {
  struct timespec duration = {0, 100000000};
#ifdef AT_ONCE
  (void)m;
  nanosleep(&duration, 0);
#else
  pthread_mutex_lock(&m);
  nanosleep(&duration, 0);
  pthread_mutex_unlock(&m);
#endif
  return arg;
}

int main(void) {
  pthread_t t[2];
  long begin = now();
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  long end = now();
  assert(end - begin >= 200);
  return 0;
}
