/* The flag need not be set after an hour. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static atomic_int flag;
static void *setter(void *arg) {
  flag = 1;
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  const time_t end = time(0) + 3600;
  while (!flag && time(0) < end) usleep(1000);
  assert(flag); /* wrong */
  pthread_join(thread, 0);
  return 0;
}
