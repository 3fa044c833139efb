/* A function returns while a thread is blocked on one of its local variables. */
#include <pthread.h>
#include <semaphore.h>

static void *waiter(void *s) {
  sem_wait(s);
  return s;
}

static void start(void) {
  sem_t s;
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, waiter, &s);
}

int main(void) {
  start();
  return 0;
}
