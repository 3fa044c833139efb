/* A thread may block inside the operation. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(void) {
  mover_lock_free("counter");
  pthread_mutex_lock(&lock);
  counter = (counter + 1) % 4;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  for (;;) add();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  return 0;
}
