// One thread acquires and releases a lock OPERATIONS / 2 times while main joins it. The program has one execution,
// whose length grows with OPERATIONS.
//
// Expected: safe.
// Sizes: OPERATIONS (10000).
#include <assert.h>
#include <pthread.h>

#ifndef OPERATIONS
#define OPERATIONS 10000
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
  for (int i = 0; i < OPERATIONS / 2; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(counter == OPERATIONS / 2);
  return 0;
}
