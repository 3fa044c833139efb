// Waits on one condition at the same time with different mutexes are undefined.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go_a, go_b;

static void *with_a(void *argument) {
  pthread_mutex_lock(&a);
  while (!go_a) pthread_cond_wait(&c, &a);
  pthread_mutex_unlock(&a);
  return 0;
}

static void *with_b(void *argument) {
  pthread_mutex_lock(&b);
  while (!go_b) pthread_cond_wait(&c, &b);
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, with_a, 0);
  pthread_create(&two, 0, with_b, 0);
  pthread_mutex_lock(&a);
  go_a = 1;
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  go_b = 1;
  pthread_mutex_unlock(&b);
  pthread_cond_broadcast(&c);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
