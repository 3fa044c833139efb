/* A difference as a sum with a product. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec a, b, pause = {0, 5000000};
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&pause, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  struct timespec when = {0, b.tv_nsec + a.tv_nsec * -1};
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_timedlock(&m, &when) != 22); /* here */
  return 0;
}
