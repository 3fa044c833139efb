/* No race, because the semaphore orders the accesses: but the creator still writes the published object. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ready;
static int *_Atomic made;

static void *maker(void *unused) {
  int *number = malloc(sizeof *number);
  *number = 1;
  made = number;
  *number = 2;
  sem_post(&ready);
  return unused;
}

static void *reader(void *unused) {
  sem_wait(&ready);
  int *number = made;
  return *number == 2 ? unused : 0;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&ready, 0, 0);
  pthread_create(&threads[0], 0, maker, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
