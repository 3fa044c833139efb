// main ends with pthread_exit, and its threads continue: one of them finds the failure.
// expect: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum;
static void *worker(void *unused) {
  assert(atomic_fetch_add(&sum, 1) < 2);
  return unused;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) pthread_create(&t, 0, worker, 0);
  pthread_exit(0);
}
