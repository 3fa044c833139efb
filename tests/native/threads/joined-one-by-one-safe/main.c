// More threads than can exist at once, one after the other. The thread-local variables of each have their initial values.
#include <assert.h>
#include <pthread.h>

static __thread int mine = 7;
static int sum;

static void *add(void *argument) {
  assert(mine == 7);
  mine = 0;
  sum += (int)(long)argument;
  return argument;
}

int main(void) {
  for (long i = 0; i < 200; ++i) {
    pthread_t thread;
    void *result;
    assert(pthread_create(&thread, 0, add, (void *)i) == 0);
    pthread_join(thread, &result);
    assert(result == (void *)i);
  }
  assert(sum == 199 * 200 / 2);
  return 0;
}
