/* One thread takes and returns the only unit for ever. Under weak fairness another one may never get it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t s;
atomic_int d;

static void *server(void *arg) {
  for (;;) {
    sem_wait(&s);
    sem_post(&s);
  }
  return arg;
}

static void *client(void *arg) {
  sem_wait(&s);
  d = 1;
  sem_post(&s);
  return arg;
}

int main(void) {
  sem_init(&s, 0, 1);
  pthread_t a, b;
  pthread_create(&a, 0, server, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(b, 0);
  return 0;
}
