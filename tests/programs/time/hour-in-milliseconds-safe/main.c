/* A deadline that is an hour away is reached by sleeping for a millisecond at a time, on every clock. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static long now(clockid_t clock) {
  struct timespec time;
  assert(!clock_gettime(clock, &time));
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
static void *sleeper(void *arg) {
  const clockid_t clock = *(clockid_t *)arg;
  const long end = now(clock) + 3600 * 1000;
  while (now(clock) < end) usleep(1000);
  assert(now(clock) >= end);
  return arg;
}
int main(void) {
  clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME};
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, sleeper, &clocks[i]);
    pthread_join(thread, 0);
  }
  return 0;
}
