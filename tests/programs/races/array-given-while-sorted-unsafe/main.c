#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int array[3] = {3, 2, 1}, given;
static sem_t sorts;

static int compare(const void *a, const void *b) {
  if (!given) given = 1, sem_post(&sorts);
  return *(const int *)a - *(const int *)b;
}

static void *use(void *arg) {
  sem_wait(&sorts);
  return array[0] == 0 ? 0 : arg; /* wrong */
}

int main(void) {
  pthread_t thread;
  sem_init(&sorts, 0, 0);
  pthread_create(&thread, 0, use, 0);
  qsort(array, 3, sizeof *array, compare);
  pthread_join(thread, 0);
}
