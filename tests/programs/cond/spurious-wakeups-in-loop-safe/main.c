/* A wait in a loop tolerates any number of spurious wake-ups. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;
static void *setter(void *arg) {
  pthread_mutex_lock(&m);
  data = 1;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  assert(data == 1);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return 0;
}
