/* memmove of a size that is not constant can be observed half done, too. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[24];
static size_t size = 20;

static void *worker(void *arg) {
  char other[20];
  memset(other, 'x', sizeof other);
  memmove(text, other, size);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  if (text[0] == 'x') assert(text[19] == 'x'); /* here */
  pthread_join(a, 0);
  return 0;
}
