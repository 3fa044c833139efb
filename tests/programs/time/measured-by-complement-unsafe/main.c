/* A difference without a subtraction: a sum with the complement. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec a, b, pause = {0, 5000000};
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&pause, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert((b.tv_sec + ~a.tv_sec + 1) * 1000000000 + b.tv_nsec + ~a.tv_nsec + 1 < 5000000); /* here */
  return 0;
}
