/* The pointer and its target are read under the lock. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *reader(void *arg) {
  int *mine, value = 0;
  (void)arg;
  pthread_mutex_lock(&m);
  mine = shared;
  
  if (mine) value = *mine;
  pthread_mutex_unlock(&m);
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
