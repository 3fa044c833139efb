// Peterson's algorithm for N processes (the filter lock) with sequentially consistent atomics. At level l a process
// waits while it arrived last and another process is at level l or higher. The processes enter the critical section for
// ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static atomic_int level[N], last[N];
static atomic_int inside;

static void *process(void *argument) {
  int i = (int)(long)argument;
  while (1) {
    for (int l = 1; l < N; l++) {
      level[i] = l;
      last[l] = i;
      for (int k = 0; k < N; k++) {
        if (k == i) continue;
        while (level[k] >= l && last[l] == i) {
        }
      }
    }
    assert(inside == 0);
    inside = 1;
    inside = 0;
    level[i] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, process, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
