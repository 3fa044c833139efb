/* Objects allocated at one line, each with a mutex elsewhere. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int *objects[2];

static void *worker(void *number) {
  long which = (long)number % 2;
  pthread_mutex_lock(&mutexes[which]);
  ++*objects[which];
  pthread_mutex_unlock(&mutexes[which]);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 2; ++i) objects[i] = calloc(1, sizeof(int));
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
