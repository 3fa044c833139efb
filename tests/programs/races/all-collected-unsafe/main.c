/* A race does not end the search: both are found without --keep-going. */
#include <pthread.h>

static int x, y;

static void *worker(void *arg) {
  (void)arg;
  x = 1;
  y = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 2;
  y = 1;
  pthread_join(t, 0);
  return 0;
}
