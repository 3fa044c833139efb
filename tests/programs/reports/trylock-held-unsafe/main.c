// An attempt to lock fails because another thread holds the mutex.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int uses;

static void *hold(void *arg) {
  pthread_mutex_lock(&m);
  uses++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t holder;
  pthread_create(&holder, 0, hold, 0);
  int failed = pthread_mutex_trylock(&m);
  assert(!failed);
  pthread_mutex_unlock(&m);
  pthread_join(holder, 0);
  return 0;
}
