// The difference of two readings is the duration of the thread's sleep: comparing it with a constant is not the handling of
// an overflow of nanoseconds.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void* sleeper(void* unused) {
  usleep(100000);
  return unused;
}

int main(void) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  pthread_t thread;
  pthread_create(&thread, 0, sleeper, 0);
  pthread_join(thread, 0);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert((after.tv_sec - before.tv_sec) * 1000000000L + after.tv_nsec - before.tv_nsec >= 100000000L);
  return 0;
}
