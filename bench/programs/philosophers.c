// Dining philosophers with ordered forks: each takes the lower-numbered of its two forks first, so there is no
// deadlock. They eat for ever.
#include <pthread.h>

#ifndef N
#define N 9
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *argument) {
  long i = (long)argument, next = (i + 1) % N;
  long low = i < next ? i : next, high = i < next ? next : i;
  while (1) {
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
