// THREADS threads add to a counter under a lock, ROUNDS times each. With -DBUG a thread releases the lock between
// reading and writing the counter.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    int next = counter + 1;
#ifdef BUG
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    counter = next;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  assert(counter == THREADS * ROUNDS);
  return 0;
}
