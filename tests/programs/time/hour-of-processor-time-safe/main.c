/* Processor time passes for a thread that polls it, and stands still while threads sleep. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static void *worker(void *arg) {
  const clock_t begin = clock();
  sleep(100);
  assert(clock() - begin < CLOCKS_PER_SEC);
  while (clock() - begin < 3600l * CLOCKS_PER_SEC) {
  }
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
