/* A thread holds the lock at the index that it has chosen while it works. */
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static volatile int index_of_lock, works;

static void *work(void *arg) {
  index_of_lock = 1;
  pthread_mutex_lock(&locks[1]);
  works = 1;
  works = 0;
  pthread_mutex_unlock(&locks[1]);
  return arg;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_join(worker, 0);
  return 0;
}
