/* A thread that loops for ever must not hide steps of other threads. */
#include <assert.h>
#include <pthread.h>

static void *spin(void *arg) {
  (void)arg;
  for (;;) {
  }
  return 0;
}

static void *worker(void *arg) {
  assert(arg); /* wrong */
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, spin, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
