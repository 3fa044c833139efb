#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, copy;

static void *use(void *arg) {
  pthread_mutex_lock(&m);
  copy = m;
  pthread_mutex_unlock(&copy); /* wrong */
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
}
