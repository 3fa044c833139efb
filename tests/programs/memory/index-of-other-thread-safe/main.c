/* Like index-of-other-thread-unsafe, with a large enough array. */
#include <pthread.h>
#include <stdatomic.h>

static int a[5], b[4];
static atomic_int count = 3;

static void *worker(void *arg) {
  atomic_fetch_add(&count, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  a[atomic_load(&count)] = 1;
  pthread_join(t, 0);
  return b[0];
}
