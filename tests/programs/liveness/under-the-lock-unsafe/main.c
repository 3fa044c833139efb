/* All accesses are protected by the mutex, so the thread spins inside one transaction. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *spins(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  while (!done) {
  }
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spins, 0);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
