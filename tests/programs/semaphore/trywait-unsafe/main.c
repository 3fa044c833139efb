#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *worker(void *arg) {
  (void)arg;
  sem_post(&sem);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&sem, 0, 0);
  pthread_create(&t, 0, worker, 0);
  assert(sem_trywait(&sem) == 0); /* wrong */
  pthread_join(t, 0);
  return 0;
}
