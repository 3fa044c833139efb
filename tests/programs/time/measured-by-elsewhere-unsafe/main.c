/* The subtraction is in another function, which gets the times through memory. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static long times[2];

static long elapsed(void) { return times[1] - times[0]; }

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec a, b, pause = {0, 5000000};
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&pause, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  times[0] = a.tv_nsec;
  times[1] = b.tv_nsec;
  assert(elapsed() == 0); /* here */
  return 0;
}
