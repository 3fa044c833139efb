// [LPQR05], table 1, Philosophers: a philosopher waits until a fork is free and takes it atomically, so each fork is a
// monitor (mutex, condition, holder). The philosophers eat in endless loops.
//
// The last philosopher takes its forks in the opposite order; with -DGREEDY in the same order as the others.
// Expected: safe; -DGREEDY: a deadlock. In the paper 87,399 states (unsound), 87,399 (CPC), 428,896 (cycle detection).
// Sizes: N (5).
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t put_down;
  int holder;  // 0 or the number of a philosopher, from 1
} Fork;

static Fork forks[N];

static void pick_up(Fork *fork, int philosopher) {
  pthread_mutex_lock(&fork->mutex);
  while (fork->holder) pthread_cond_wait(&fork->put_down, &fork->mutex);
  fork->holder = philosopher;
  pthread_mutex_unlock(&fork->mutex);
}

static void put_down(Fork *fork, int philosopher) {
  pthread_mutex_lock(&fork->mutex);
  assert(fork->holder == philosopher);
  fork->holder = 0;
  pthread_cond_signal(&fork->put_down);
  pthread_mutex_unlock(&fork->mutex);
}

static void *philosopher(void *argument) {
  int i = (int)(long)argument;
  Fork *first = &forks[i], *second = &forks[(i + 1) % N];
#ifndef GREEDY
  if (i == N - 1) {
    first = &forks[0];
    second = &forks[i];
  }
#endif
  while (1) {
    pick_up(first, i + 1);
    pick_up(second, i + 1);
    put_down(second, i + 1);
    put_down(first, i + 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    pthread_mutex_init(&forks[i].mutex, 0);
    pthread_cond_init(&forks[i].put_down, 0);
  }
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
