/* The thread that gets PTHREAD_BARRIER_SERIAL_THREAD destroys the barrier; the other one may still be leaving. */
#include <pthread.h>

static pthread_barrier_t b;

static void *worker(void *arg) {
  (void)arg;
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&b);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&b, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
