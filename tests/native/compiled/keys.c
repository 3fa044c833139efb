// The destructors of thread-specific values run as each thread ends.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t key;
static atomic_int ended;
static void end(void *value) { atomic_fetch_add(&ended, *(int *)value); }
static void *worker(void *value) {
  pthread_setspecific(key, value);
  return pthread_getspecific(key) == value ? value : 0;
}
int main(void) {
  int one = 1, two = 2;
  pthread_key_create(&key, end);
  pthread_t a, b;
  pthread_create(&a, 0, worker, &one);
  pthread_create(&b, 0, worker, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&ended) == 3);
  return 0;
}
