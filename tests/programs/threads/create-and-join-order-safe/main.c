/* Creation and join order accesses: no race. */
#include <assert.h>
#include <pthread.h>

static int data;

static void *worker(void *arg) {
  (void)arg;
  assert(data == 1);
  data = 2;
  return 0;
}

int main(void) {
  pthread_t t;
  data = 1;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(data == 2);
  data = 3;
  return 0;
}
