/* Readers overlap: the readers-writer lock is never free, and the writer waits for ever, even under strong fairness. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;

static void *reader(void *arg) {
  int seen = 0;
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    seen = shared;
    pthread_rwlock_unlock(&lock);
  }
  return arg + seen;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reader, 0);
  pthread_rwlock_wrlock(&lock);
  shared = 1;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
