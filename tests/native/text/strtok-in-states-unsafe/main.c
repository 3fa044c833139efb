// The position of strtok is part of the state: both executions have split the same strings, in different orders.
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <string.h>

static char first[] = "a b", second[] = "a b";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *somebody(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, somebody, 0);
  if (mover_choose(2)) {
    strtok(first, " ");
    strtok(second, " ");
  } else {
    strtok(second, " ");
    strtok(first, " ");
  }
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(strtok(0, " ") == first + 2);
  pthread_join(thread, 0);
  return 0;
}
