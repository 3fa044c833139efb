/* No time passes between two readings without a sleep; otherwise at least the duration of the sleep. */
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
  pthread_t t, u;
  long begin = now();
  pthread_create(&t, 0, sleeper, 0);
  pthread_create(&u, 0, sleeper, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  long end = now();
  assert(end - begin >= 1000000 && end - begin <= 2000000);
  assert(now() == end);
  return 0;
}
