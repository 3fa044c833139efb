/* In either order of wait and destruction, a thread uses a destroyed semaphore. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *waiter(void *arg) {
  sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, waiter, 0);
  sem_destroy(&s);
  return 0;
}
