#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  assert(0);
  x = 2;
  pthread_join(a, 0);
  return 0;
}
