#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *worker(void *arg) {
  (void)arg;
  sem_wait(&b);
  sem_post(&a);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&a, 0, 0);
  sem_init(&b, 0, 0);
  pthread_create(&t, 0, worker, 0);
  sem_wait(&a);
  sem_post(&b);
  pthread_join(t, 0);
  return 0;
}
