/* A destructor that sets the value again is called again, four times at most. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void destroy(void *value) {
  calls++;
  pthread_setspecific(key, value);
}

static void *worker(void *arg) {
  pthread_setspecific(key, &calls);
  pthread_exit(arg);
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(calls == 4);
  return 0;
}
