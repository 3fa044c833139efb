// The comparison lets one number too many through.
#include <pthread.h>

static struct {
  pthread_mutex_t locks[3];
  int values[4];
} all;

static void add(unsigned number) {
  if (number > 4) return;
  all.values[number] += 1;
}

static void *thread(void *argument) {
  for (unsigned i = 0; i < 3; ++i) {
    pthread_mutex_lock(&all.locks[i]);
    add(i + 2);
    pthread_mutex_unlock(&all.locks[i]);
  }
  return argument;
}

int main(void) {
  for (int i = 0; i < 3; ++i) pthread_mutex_init(&all.locks[i], 0);
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  pthread_join(other, 0);
  return 0;
}
