// A lock identifies its owner by pthread_t: an ended owner that did not release it is mistaken for a new thread.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;
static int owned, entered;
static void *enter(void *unused) {
  pthread_mutex_lock(&m);
  assert(!owned || !pthread_equal(owner, pthread_self()));
  owner = pthread_self();
  owned = KEPT;
  ++entered;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; ++i) {
    pthread_create(&t, 0, enter, 0);
    pthread_join(t, 0);
  }
  assert(entered == 2);
}
