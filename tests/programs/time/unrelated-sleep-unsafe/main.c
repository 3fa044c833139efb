/* Time passes for all threads while one of them sleeps: no upper bound of a duration holds. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

static void *sleeper(void *arg) {
  struct timespec pause = {0, 1000000};
  nanosleep(&pause, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sleeper, 0);
  long begin = now();
  assert(now() - begin < 1000000); /* here */
  pthread_join(t, 0);
  return 0;
}
