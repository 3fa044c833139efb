/* Threads that nothing orders may sleep at the same time. */
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
  assert(now() - begin >= 2000000); /* here */
  return 0;
}
