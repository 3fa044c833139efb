/* E(t, x) is false for every thread, so every access to x is allowed. The two writes race all the same. */
#include <mover.h>
#include <pthread.h>

static int x;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int never(void) { return 0; }

static void *writer(void *lock) {
  pthread_mutex_lock(lock);
  x = 1;
  pthread_mutex_unlock(lock);
  return 0;
}

int main(void) {
  mover_exclusive(&x, never);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, &one);
  pthread_create(&threads[1], 0, writer, &other);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
