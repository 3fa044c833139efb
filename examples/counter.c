// Two threads count to 2 without a lock: a data race, and an assertion that fails in some interleavings.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *count(void *unused) {
  (void)unused;
  counter++;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
