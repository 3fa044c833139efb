/* The address is sent through a pipe, and its creator writes after that. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];
static sem_t written;

static void *maker(void *unused) {
  int *number = malloc(sizeof *number);
  *number = 1;
  write(ends[1], &number, sizeof number);
  *number = 2;
  sem_post(&written);
  return unused;
}

static void *reader(void *unused) {
  int *number;
  read(ends[0], &number, sizeof number);
  sem_wait(&written);
  return *number == 2 ? unused : 0;
}

int main(void) {
  pthread_t threads[2];
  pipe(ends);
  sem_init(&written, 0, 0);
  pthread_create(&threads[0], 0, maker, 0);
  pthread_create(&threads[1], 0, reader, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
