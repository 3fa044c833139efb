// A lock of Daisy: a monitor with a flag.
#include "daisy.h"

#ifdef REAL_MUTEXES

void mutex_init(Mutex *mutex) { pthread_mutex_init(&mutex->mutex, 0); }
void mutex_acquire(Mutex *mutex) { pthread_mutex_lock(&mutex->mutex); }
void mutex_release(Mutex *mutex) { pthread_mutex_unlock(&mutex->mutex); }

#else

void mutex_init(Mutex *mutex) {
  pthread_mutex_init(&mutex->monitor, 0);
  pthread_cond_init(&mutex->released, 0);
  mutex->locked = 0;
}

void mutex_acquire(Mutex *mutex) {
  pthread_mutex_lock(&mutex->monitor);
  while (mutex->locked) pthread_cond_wait(&mutex->released, &mutex->monitor);
  mutex->locked = 1;
  pthread_mutex_unlock(&mutex->monitor);
}

void mutex_release(Mutex *mutex) {
  pthread_mutex_lock(&mutex->monitor);
  mutex->locked = 0;
  pthread_cond_signal(&mutex->released);
  pthread_mutex_unlock(&mutex->monitor);
}

#endif
