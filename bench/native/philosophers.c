// N philosophers with a mutex for each fork eat MEALS meals each. With -DORDERED the last one acquires its forks in the
// opposite order.
//
// Expected: a deadlock; -DORDERED: safe.
// Sizes: N (3), MEALS (1).
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef MEALS
#define MEALS 1
#endif

static pthread_mutex_t forks[N];
static int eaten[N];

static void *philosopher(void *argument) {
  int me = (int)(long)argument, first = me, second = (me + 1) % N;
#ifdef ORDERED
  if (second < first) {
    first = second;
    second = me;
  }
#endif
  for (int i = 0; i < MEALS; i++) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    eaten[me]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
