/* A sleep is a scheduling point and nothing more. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *worker(void *arg) {
  (void)arg;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  sleep(10);
  assert(ready); /* wrong */
  pthread_join(t, 0);
  return 0;
}
