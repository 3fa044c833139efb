/* volatile is not atomic. */
#include <pthread.h>

static volatile int counter;

static void *worker(void *arg) {
  (void)arg;
  counter++; /* wrong */
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
