/* A timed wait that returns 0 was signalled, or has woken up spuriously. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *setter(void *arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  struct timespec late = {2000000000, 0};
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  pthread_mutex_lock(&m);
  if (!ready && pthread_cond_timedwait(&c, &m, &late) == 0) assert(ready); /* wrong */
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return 0;
}
