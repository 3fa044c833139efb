/* While main is alone between two threads it puts a number into a shared box. The second thread can reach it,
   then, so what main writes there without the mutex is no initialisation any more. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

typedef struct {
  int *number;
} Box;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t written;

static void *looks(void *argument) {
  Box *box = argument;
  return box->number;
}

static void *counts(void *argument) {
  Box *box = argument;
  sem_wait(&written);
  pthread_mutex_lock(&mutex);
  ++*box->number;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  Box *box = calloc(1, sizeof *box);
  sem_init(&written, 0, 0);
  pthread_create(&thread, 0, looks, box);
  pthread_join(thread, 0);
  int *number = box->number = malloc(sizeof *number);
  pthread_create(&thread, 0, counts, box);
  *number = 1;
  sem_post(&written);
  pthread_join(thread, 0);
  return 0;
}
