/* The branch that handles an overflow of nanoseconds reveals the time. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int carried;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec a, b, pause = {0, 5000000};
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&pause, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  a.tv_nsec += 1;
  b.tv_nsec += 1;
  if (a.tv_nsec >= 1000000000) carried++;
  if (b.tv_nsec >= 1000000000) carried++;
  assert(carried != 1); /* here */
  return 0;
}
