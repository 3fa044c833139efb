// The signal is an access to the condition, and is not ordered before the woken thread, which copies the condition.
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits;
static pthread_cond_t copy;
static void *one(void *arg) {
  pthread_mutex_lock(&m);
  int wakes = waits;
  pthread_mutex_unlock(&m);
  if (wakes) pthread_cond_signal(&c);
  return arg;
}
static void *two(void *arg) {
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  memcpy(&copy, &c, sizeof c);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_exit(0);
}
