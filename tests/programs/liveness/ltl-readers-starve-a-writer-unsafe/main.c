/* Readers whose sections overlap keep the writer from the lock, even under strong fairness: it is never free. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int written;

static void *reader(void *arg) {
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t readers[2];
  for (int i = 0; i < 2; i++) pthread_create(&readers[i], 0, reader, 0);
  pthread_rwlock_wrlock(&lock);
  written = 1;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(readers[i], 0);
  return 0;
}
