#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;

static void *worker(void *arg) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, arg);
  assert(pthread_getspecific(key) == arg);
  return 0;
}

int main(void) {
  int one, two;
  pthread_t a, b;
  pthread_key_create(&key, NULL);
  pthread_create(&a, 0, worker, &one);
  pthread_create(&b, 0, worker, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(pthread_getspecific(key) == NULL);
  assert(pthread_key_delete(key) == 0);
  return 0;
}
