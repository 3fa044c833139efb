/* Each attempt has a deadline of its own, and all of them are reached. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static void *worker(void *arg) {
  for (int attempt = 0; attempt < 6; attempt++) {
    const time_t end = time(0) + 1000;
    while (time(0) < end) usleep(100000);
    assert(time(0) >= end);
  }
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
