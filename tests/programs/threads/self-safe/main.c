#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_t main_thread;

static void *worker(void *arg) {
  (void)arg;
  assert(pthread_equal(pthread_self(), pthread_self()));
  assert(!pthread_equal(pthread_self(), main_thread));
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  return (void *)pthread_self();
}

int main(void) {
  pthread_t t;
  void *self;
  main_thread = pthread_self();
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &self);
  assert(pthread_equal((pthread_t)self, t));
  return 0;
}
