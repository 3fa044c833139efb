// THREADS threads, each of which increments a counter INCREMENTS times under one mutex. Searches that distinguish
// executions by the order of acquisitions have (THREADS * INCREMENTS)! / INCREMENTS! ^ THREADS of them: 184,756 for 2 *
// 10. With transactions only the numbers of increments so far remain.
//
// Expected: safe.
// Sizes: THREADS (2), INCREMENTS (10).
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef INCREMENTS
#define INCREMENTS 10
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *incrementer(void *argument) {
  for (int i = 0; i < INCREMENTS; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, incrementer, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  assert(counter == THREADS * INCREMENTS);
  return 0;
}
