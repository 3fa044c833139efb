// The write happens-before the unlock of the mutex, just before the signal. The woken thread acquires the mutex.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x, waits;
static void *one(void *arg) {
  pthread_mutex_lock(&m);
  int wakes = waits;
  x = 1;
  pthread_mutex_unlock(&m);
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
