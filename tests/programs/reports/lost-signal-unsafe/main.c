// The signal comes before the wait, which does not test a condition first.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;

static void *enter(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&opened, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t visitor;
  pthread_create(&visitor, 0, enter, 0);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&opened);
  pthread_mutex_unlock(&m);
  pthread_join(visitor, 0);
  return 0;
}
