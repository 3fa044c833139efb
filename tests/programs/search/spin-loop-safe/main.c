#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, data;

static void *worker(void *arg) {
  (void)arg;
  while (!go) {
  }
  assert(data == 1);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  data = 1;
  go = 1;
  pthread_join(t, 0);
  return 0;
}
