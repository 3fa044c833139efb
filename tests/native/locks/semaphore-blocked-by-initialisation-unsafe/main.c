/* A thread arrives at an enabled wait, and another thread's initialisation blocks it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int x;

static void *initialise(void *unused) {
  sem_init(&semaphore, 0, 0);
  x++;
  return unused;
}

static void *take(void *unused) {
  sem_wait(&semaphore);
  assert(0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&semaphore, 0, 1);
  pthread_create(&threads[0], 0, initialise, 0);
  pthread_create(&threads[1], 0, take, 0);
  x++;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
