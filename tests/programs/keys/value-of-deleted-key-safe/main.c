// A thread's value of a deleted key is not the value of a new key with the same number.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int value;
static pthread_barrier_t barrier;

static void *set_and_get(void *unused) {
  (void)unused;
  assert(pthread_setspecific(key, &value) == 0);
  assert(pthread_getspecific(key) == &value);
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  assert(pthread_getspecific(key) == 0);
  assert(pthread_setspecific(key, &barrier) == 0);
  assert(pthread_getspecific(key) == &barrier);
  return 0;
}

int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  pthread_key_create(&key, 0);
  pthread_t thread;
  pthread_create(&thread, 0, set_and_get, 0);
  pthread_barrier_wait(&barrier);
  assert(pthread_key_delete(key) == 0);
  assert(pthread_key_create(&key, 0) == 0);
  pthread_barrier_wait(&barrier);
  assert(pthread_getspecific(key) == 0);
  pthread_join(thread, 0);
  assert(pthread_key_delete(key) == 0);
  assert(pthread_key_delete(key) != 0);
}
