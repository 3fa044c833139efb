/* Without a destructor the thread's value leaks. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void *value) {
  assert(pthread_getspecific(key) == NULL);
  destroyed += *(int *)value;
  free(value);
}

static void *worker(void *arg) {
  int *value = malloc(sizeof *value);
  (void)arg;
  *value = 5;
  pthread_setspecific(key, value);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, NULL);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  
  return 0;
}
