// exit(), and so main's return, does not run the destructors of thread-specific values: pthread_exit() does.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int ran;

static void destroy(void *value) { ran++; }

static void *worker(void *argument) {
  pthread_setspecific(key, &key);
  return 0;
}

__attribute__((destructor)) static void at_the_end(void) { assert(ran == 1); }

int main(void) {
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(ran == 1);
}
