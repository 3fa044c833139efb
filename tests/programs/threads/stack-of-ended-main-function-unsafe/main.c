/* The thread outlives the frame whose variable it was given. */
#include <pthread.h>

static pthread_t t;

static void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

static void start(void) {
  int local = 0;
  pthread_create(&t, 0, worker, &local);
}

int main(void) {
  start();
  pthread_join(t, 0);
  return 0;
}
