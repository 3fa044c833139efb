// The frame of the algorithms for mutual exclusion: THREADS threads enter the critical section in endless loops. An
// algorithm defines enter(i) and leave(i). Formulas refer to the labels `enter` and `critical`.
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static void enter(int i);
static void leave(int i);

static atomic_int inside;

static void critical(int i) { inside = i; }

static void *process(void *argument) {
  const int i = (int)(long)argument;
  for (;;) {
    enter(i);
    critical(i);
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
