/* The write side waits for all readers to leave, including this thread. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  int seen = x;
  pthread_rwlock_wrlock(&lock);
  x = seen + 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
