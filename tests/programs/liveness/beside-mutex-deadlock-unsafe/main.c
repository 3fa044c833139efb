/* T1 spins until T2 is done, and T2 waits for a mutex that T1 holds. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *spins(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  while (!done) {
  }
  pthread_mutex_unlock(&m);
  return 0;
}

static void *locks(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, spins, 0);
  pthread_create(&u, 0, locks, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
