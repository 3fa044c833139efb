// main returns while its threads may not have started.
// expect: safe
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum;
static void *worker(void *unused) {
  atomic_fetch_add(&sum, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) pthread_create(&t, 0, worker, 0);
  return 0;
}
