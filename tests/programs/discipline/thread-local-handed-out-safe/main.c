/* A thread-local variable belongs to its thread until that hands out the address; from there on all hold the mutex. With
   LATE the owner writes once more without it. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int number;
static int *handed_out;

static void *owner(void *unused) {
  number = 1;
  pthread_mutex_lock(&mutex);
  handed_out = &number;
  pthread_mutex_unlock(&mutex);
#ifdef LATE
  number = 2;
#endif
  pthread_mutex_lock(&mutex);
  handed_out = 0;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *other(void *unused) {
  pthread_mutex_lock(&mutex);
  if (handed_out) *handed_out = 3;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, owner, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
