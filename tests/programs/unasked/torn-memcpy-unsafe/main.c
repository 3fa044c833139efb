#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[20];
static size_t size = 20;

static void *worker(void *arg) {
  char other[20];
  memset(other, 'x', sizeof other);
  (void)arg;
  memcpy(text, other, size);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  if (text[0] == 'x') assert(text[19] == 'x');
  pthread_join(a, 0);
  return 0;
}
