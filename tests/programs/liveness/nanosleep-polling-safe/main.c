#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;

static void *worker(void *arg) {
  (void)arg;
  struct timespec nap = {0, 1000};
  while (!flag) nanosleep(&nap, 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
