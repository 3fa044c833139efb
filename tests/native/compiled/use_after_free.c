// One thread frees memory that the other still writes; the lock orders them, so it is no race.
// expect: memory
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *block;
static void *writer(void *unused) {
  pthread_mutex_lock(&m);
  *(volatile int *)block = 1;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  block = malloc(sizeof *block);
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_mutex_lock(&m);
  free(block);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
