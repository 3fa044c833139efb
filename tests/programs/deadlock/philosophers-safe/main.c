/* Three philosophers; the last one may take its forks in the other order. */
#include <pthread.h>

#define N 3
static pthread_mutex_t fork_[N];

static void *philosopher(void *arg) {
  int me = *(int *)arg;
  int first = me, second = (me + 1) % N;
  if (LAST_TURNS && me == N - 1) first = 0, second = me;
  pthread_mutex_lock(&fork_[first]);
  pthread_mutex_lock(&fork_[second]);
  pthread_mutex_unlock(&fork_[second]);
  pthread_mutex_unlock(&fork_[first]);
  return 0;
}

int main(void) {
  pthread_t t[N];
  int id[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
  for (int i = 0; i < N; i++) {
    id[i] = i;
    pthread_create(&t[i], 0, philosopher, &id[i]);
  }
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
