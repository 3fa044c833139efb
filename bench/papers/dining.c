// [STO02], section 6: dining philosophers that take the left fork, then the right one, and eat once. This is the
// paper's example for persistent sets that are smaller than the set of all enabled transitions.
//
// Expected: a deadlock; -DORDERED, where the last philosopher takes the right fork first: safe.
// Sizes: N (4).
#include <pthread.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t forks[N];
static int eaten[N];

static void *philosopher(void *argument) {
  int i = (int)(long)argument, left = i, right = (i + 1) % N;
#ifdef ORDERED
  if (i == N - 1) left = 0, right = i;
#endif
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  eaten[i]++;
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, philosopher, (void *)(long)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
