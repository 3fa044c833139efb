// Every kind of synchronisation object, initialised by a function or by an initialiser, in memory that was not set.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct all {
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  pthread_rwlock_t lock;
  pthread_spinlock_t spin;
  sem_t semaphore;
  pthread_barrier_t barrier;
};

static void nothing(void) {}

static void use(struct all *a) {
  pthread_mutex_init(&a->mutex, 0);
  pthread_cond_init(&a->cond, 0);
  pthread_rwlock_init(&a->lock, 0);
  pthread_spin_init(&a->spin, 0);
  sem_init(&a->semaphore, 0, 1);
  pthread_barrier_init(&a->barrier, 0, 1);
  pthread_mutex_lock(&a->mutex);
  pthread_cond_signal(&a->cond);
  pthread_mutex_unlock(&a->mutex);
  pthread_rwlock_wrlock(&a->lock);
  pthread_rwlock_unlock(&a->lock);
  pthread_spin_lock(&a->spin);
  pthread_spin_unlock(&a->spin);
  sem_wait(&a->semaphore);
  pthread_barrier_wait(&a->barrier);
}

int main(void) {
  struct all here, *there = malloc(sizeof *there);
  use(&here);
  use(there);
  free(there);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(&cond);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return pthread_once(&once, nothing);
}
