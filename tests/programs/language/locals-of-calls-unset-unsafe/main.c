// The second function reads an element that it has not set. The first one has set its own, perhaps in the same place.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void visible(void) {
  pthread_mutex_lock(&lock);
  ++shared;
  pthread_mutex_unlock(&lock);
}

static int first(int at) {
  int pair[2] = {0, 0};
  pair[at] = 1;
  visible();
  return pair[0] + pair[1];
}

static int second(int at) {
  int pair[2];
  pair[at] = 1;
  visible();
  return pair[0] > 0 ? 1 : 2;
}

static void *thread(void *argument) {
  if (first(1) == 1 && second(1) == 1) visible();
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  visible();
  pthread_join(other, 0);
  return 0;
}
