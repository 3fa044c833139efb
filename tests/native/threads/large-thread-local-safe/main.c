// Unusually large thread-local storage.
#include <assert.h>
#include <pthread.h>

static __thread char large[300000];
static __thread int last = 7;

static void *use(void *argument) {
  assert(large[299999] == 0 && last == 7);
  large[299999] = 1;
  last = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
