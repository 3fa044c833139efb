/* The threads may run in any order, and the exit code is the same. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *value) {
  pthread_mutex_lock(&lock);
  sum += (int)(long)value;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, (void *)1);
  pthread_create(&two, 0, add, (void *)2);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return sum;
}
