/* Executions with two preemptions are not explored. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *worker(void *unused) {
  x = 1;
  if (y == 2) assert(x != 2);
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  y = 1;
  x = 3;
  y = 3;
  pthread_join(thread, 0);
}
