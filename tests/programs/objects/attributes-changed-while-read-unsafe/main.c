// Initialising an object reads its attributes, which another thread changes concurrently.
#include <pthread.h>
#include <time.h>

static pthread_condattr_t attributes;

static void *change(void *argument) {
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_cond_t c;
  pthread_condattr_init(&attributes);
  pthread_create(&t, 0, change, 0);
  pthread_cond_init(&c, &attributes);
  pthread_join(t, 0);
  pthread_cond_destroy(&c);
  return 0;
}
