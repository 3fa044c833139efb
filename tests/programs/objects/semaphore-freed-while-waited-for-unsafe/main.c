/* The memory of a semaphore is freed while a thread is blocked on it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *waiter(void *s) {
  sem_wait(s);
  return s;
}

int main(void) {
  pthread_t t;
  sem_t *s = malloc(sizeof *s);
  sem_init(s, 0, 0);
  pthread_create(&t, 0, waiter, s);
  free(s);
  return 0;
}
