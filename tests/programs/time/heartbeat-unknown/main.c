/* The number of heartbeats is unbounded, so not all of them are explored. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static atomic_int stop;
static int beats; /* of one thread */
static time_t latest;
static void *heart(void *arg) {
  while (!stop) {
    beats++;
    assert(beats < 150);
    latest = time(0);
    sleep(1);
  }
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, heart, 0);
  stop = 1;
  pthread_join(thread, 0);
  return 0;
}
