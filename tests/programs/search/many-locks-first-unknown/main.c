// Thousands of locks and blocks before there is a second thread: actions of a single thread happen-before everything
// else, and need not be kept.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define COUNT 2000
static pthread_mutex_t many[COUNT], m = PTHREAD_MUTEX_INITIALIZER;
static char *blocks[COUNT];
static int x;

static void *worker(void *argument) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    pthread_mutex_init(&many[i], 0);
    pthread_mutex_lock(&many[i]);
    blocks[i] = malloc(8);
    *blocks[i] = 1;
    pthread_mutex_unlock(&many[i]);
  }
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  for (int i = 0; i < COUNT; i++) free(blocks[i]);
  assert(x == 2);
}
