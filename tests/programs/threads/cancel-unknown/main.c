/* pthread_cancel is not modelled: it is reported when it is reached. */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *arg) {
  (void)arg;
  sem_wait(&never);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}
