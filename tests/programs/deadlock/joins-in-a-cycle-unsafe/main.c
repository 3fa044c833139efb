/* Two threads join each other, while main continues. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_t t[2];
static sem_t created;

static void *worker(void *arg) {
  sem_wait(&created);
  pthread_join(t[arg != 0], 0);
  return 0;
}

int main(void) {
  sem_init(&created, 0, 0);
  pthread_create(&t[0], 0, worker, &t);
  pthread_create(&t[1], 0, worker, 0);
  sem_post(&created);
  sem_post(&created);
  for (;;) sched_yield();
}
