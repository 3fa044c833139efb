/* A thread that is joined after it has slept for 100 ms has slept for 100 ms; another test expects less. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#ifndef EXPECTED
#define EXPECTED >= 100
#endif

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *worker(void *arg) {
  (void)arg;
  usleep(100000);
  return 0;
}

int main(void) {
  pthread_t t;
  long begin = now();
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(now() - begin EXPECTED);
  return 0;
}
