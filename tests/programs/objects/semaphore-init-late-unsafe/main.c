#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *worker(void *arg) {
  (void)arg;
  sem_post(&s);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  sem_init(&s, 0, 1);
  pthread_join(a, 0);
  return 0;
}
