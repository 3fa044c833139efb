// A handler of atexit fails if a thread that is not joined has not reached a point.
// expect: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int done;
static void *worker(void *unused) {
  atomic_store(&done, 1);
  return unused;
}
static void last(void) { assert(atomic_load(&done)); }
int main(void) {
  pthread_t t;
  atexit(last);
  pthread_create(&t, 0, worker, 0);
  return 0;
}
