/* The semaphore is never posted. The server goes on, but it does not post either. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t s;

static void *server(void *arg) {
  (void)arg;
  for (;;) sched_yield();
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, server, 0);
  sem_wait(&s);
  return 0;
}
