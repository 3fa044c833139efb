#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER, copy;

static void *use(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  copy = lock, pthread_rwlock_unlock(&copy); /* wrong */
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
}
