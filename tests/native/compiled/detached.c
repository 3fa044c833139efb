// Detached threads outlive main's last line, which waits for them with a semaphore.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ended;
static int results[2];
static void *worker(void *where) {
  *(int *)where = 1;
  sem_post(&ended);
  return 0;
}
int main(void) {
  sem_init(&ended, 0, 0);
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    pthread_create(&t, 0, worker, &results[i]);
    pthread_detach(t);
  }
  sem_wait(&ended);
  sem_wait(&ended);
  assert(results[0] + results[1] == 2);
  return 0;
}
