// The signal wakes the second or the third thread. If the second one did not wait, the signal would wake the third one,
// whose wait could then not time out.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x, waits;
static void *one(void *arg) {
  pthread_mutex_lock(&m);
  int wakes = waits;
  pthread_mutex_unlock(&m);
  if (wakes) pthread_cond_signal(&c);
  return arg;
}
static void *two(void *arg) {
  x = 1;
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}
static void *three(void *arg) {
  const struct timespec past = {.tv_sec = 1};
  pthread_mutex_lock(&m);
  waits = 1;
  int error = pthread_cond_timedwait(&c, &m, &past);
  pthread_mutex_unlock(&m);
  if (error) x = 3;
  return arg;
}
int main(void) {
  pthread_t a, b, d;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&d, 0, three, 0);
  pthread_exit(0);
}
