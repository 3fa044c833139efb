/* No thread signals: only the timeout keeps this from being a deadlock. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec deadline = {0, 0};
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &deadline) == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  return 0;
}
