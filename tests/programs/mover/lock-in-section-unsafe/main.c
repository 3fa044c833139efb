// Two threads lock a mutex inside atomic sections. While they wait for it, other threads run in the middle of their
// sections, and an update is lost.
#include <assert.h>
#include <mover.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *increment(void *unused) {
  mover_atomic_begin();
  int before = count;
  pthread_mutex_lock(&lock);
  count = before + 1;
  pthread_mutex_unlock(&lock);
  mover_atomic_end();
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_mutex_lock(&lock);
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_mutex_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(count == 2);
  return 0;
}
