// Between the unlock of the mutex and the signal, the signalling thread joins a thread that writes x. The mutex does not
// order this write before the woken thread.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x, waits;
static void *three(void *arg) {
  x = 1;
  return arg;
}
static void *one(void *arg) {
  pthread_t thread;
  pthread_create(&thread, 0, three, 0);
  pthread_mutex_lock(&m);
  int wakes = waits;
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  if (wakes) pthread_cond_signal(&c);
  return arg;
}
static void *two(void *arg) {
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  x = 2;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_exit(0);
}
