// The place that creates threads creates more of them than the symbolic engine models at first, and their counters are
// equal to each other only in states that can be reached.
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(counter == 6);
  return 0;
}
