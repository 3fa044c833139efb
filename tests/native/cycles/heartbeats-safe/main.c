// Threads that sleep again and again return to the same state, because nothing reads the clock.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void *beat(void *arg) {
  for (;;) usleep(1000);
  return arg;
}
static void *tick(void *arg) {
  const struct timespec second = {.tv_sec = 1};
  for (;;) nanosleep(&second, 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, beat, 0);
  pthread_create(&two, 0, tick, 0);
  pthread_join(one, 0);
}
