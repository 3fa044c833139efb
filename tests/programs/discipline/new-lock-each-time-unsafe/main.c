/* Both threads always hold the same mutex, but a different one each time: no lock is held at every access. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t made, used;
static pthread_mutex_t *_Atomic lock;
static int x;

static void increment(pthread_mutex_t *mutex) {
  pthread_mutex_lock(mutex);
  ++x;
  pthread_mutex_unlock(mutex);
}

static void *maker(void *unused) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, 0);
    lock = mutex;
    sem_post(&made);
    increment(mutex);
    sem_wait(&used);
    free(mutex);
  }
  return unused;
}

static void *user(void *unused) {
  for (int i = 0; i < 2; ++i) {
    sem_wait(&made);
    increment(lock);
    sem_post(&used);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&made, 0, 0);
  sem_init(&used, 0, 0);
  pthread_create(&threads[0], 0, maker, 0);
  pthread_create(&threads[1], 0, user, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
