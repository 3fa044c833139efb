/* Two times are compared bit by bit. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec a, b, pause = {0, 5000000};
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&pause, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert((b.tv_nsec ^ a.tv_nsec) == 0); /* here */
  return 0;
}
