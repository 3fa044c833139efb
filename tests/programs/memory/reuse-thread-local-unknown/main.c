// The second thread may get the storage of the first one, which has ended.
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter;
static int *remembered;

static void *remember(void *arg) {
  remembered = &counter;
  return arg;
}

static void *compare(void *arg) {
  assert(remembered != &counter);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, remember, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, compare, 0);
  pthread_join(t, 0);
  return 0;
}
