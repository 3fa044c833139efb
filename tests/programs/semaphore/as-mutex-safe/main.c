#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;
static int counter;

static void *worker(void *arg) {
  (void)arg;
  sem_wait(&sem);
  counter++;
  sem_post(&sem);
  return 0;
}

int main(void) {
  pthread_t a, b;
  sem_init(&sem, 0, TOKENS);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  sem_destroy(&sem);
  return 0;
}
