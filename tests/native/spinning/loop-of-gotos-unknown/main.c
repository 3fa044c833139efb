// A loop with two entries has no header, so it is not known whether it has an exit.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *worker(void *argument) {
  if (z) goto second;
first:
  if (x) return argument;
second:
  if (y) return argument;
  goto first;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  return pthread_join(t, 0);
}
