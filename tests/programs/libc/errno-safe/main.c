#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *worker(void *arg) {
  (void)arg;
  assert(errno == 0);
  strtol("99999999999999999999", 0, 10);
  assert(errno == ERANGE);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_t sem;
  sem_init(&sem, 0, 0);
  pthread_create(&t, 0, worker, 0);
  assert(sem_trywait(&sem) == -1 && errno == EAGAIN);
  pthread_join(t, 0);
  assert(errno == EAGAIN);
  return 0;
}
