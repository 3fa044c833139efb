/* Each thread advances the clock for the other one, and both reach their deadlines. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
static void *poller(void *arg) {
  const time_t end = time(0) + 10;
  while (time(0) < end) {
  }
  assert(time(0) >= end);
  return arg;
}
int main(void) {
  pthread_t one, another;
  pthread_create(&one, 0, poller, 0);
  pthread_create(&another, 0, poller, 0);
  pthread_join(one, 0);
  pthread_join(another, 0);
  return 0;
}
