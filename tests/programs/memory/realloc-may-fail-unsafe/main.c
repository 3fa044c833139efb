/* The old block is lost if realloc fails. */
#include <pthread.h>
#include <stdlib.h>
static char *buffer;
static void *worker(void *arg) {
  buffer = realloc(buffer, 200);
  buffer[100] = 1; /* wrong */
  return arg;
}
int main(void) {
  buffer = malloc(100);
  if (!buffer) return 0;
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  free(buffer);
  return 0;
}
