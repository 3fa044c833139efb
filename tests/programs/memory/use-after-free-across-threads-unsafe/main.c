/* The pointer is read under the lock, its target is not. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *reader(void *arg) {
  int *mine, value = 0;
  (void)arg;
  pthread_mutex_lock(&m);
  mine = shared;
  pthread_mutex_unlock(&m);
  if (mine) value = *mine; /* wrong */
  
  return value ? 0 : arg;
}

int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_create(&t, 0, reader, 0);
  pthread_mutex_lock(&m);
  free(shared);
  shared = 0;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
