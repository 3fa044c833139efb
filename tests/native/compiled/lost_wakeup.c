// The flag is set without the lock, possibly between the waiter's test and its wait.
// expect: deadlock
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static void *set(void *unused) {
  atomic_store(&ready, 1);
  pthread_cond_signal(&changed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  pthread_mutex_lock(&m);
  while (!atomic_load(&ready)) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
