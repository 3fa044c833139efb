#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  memset((char *)&m + 8, 0, sizeof m - 8);
  pthread_join(thread, 0);
}
