// The frame of the algorithms for mutual exclusion: THREADS threads enter the critical section in endless loops. A
// variable must not change while a thread is in the critical section. An algorithm defines enter(i) and leave(i).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static void enter(int i);
static void leave(int i);

static atomic_int inside;

static void *process(void *argument) {
  int i = (int)(long)argument;
  for (;;) {
    enter(i);
    inside = i;
    assert(inside == i);
    leave(i);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, process, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return 0;
}
