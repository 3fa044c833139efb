#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *use(void *arg) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  ((long *)&l)[6] = 0;
  pthread_join(thread, 0);
}
