// Two threads take turns with a condition variable: each one wakes the other one and waits. The mutex is released only
// by waiting, so only the first acquisitions can be reordered, whatever the length of the execution.
//
// Expected: safe.
// Sizes: OPERATIONS (10000): signals and waits of both together.
#include <assert.h>
#include <pthread.h>

#ifndef OPERATIONS
#define OPERATIONS 10000
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, turns[2];

static void *player(void *argument) {
  int me = (int)(long)argument;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < OPERATIONS / 4; i++) {
    while (turn != me) pthread_cond_wait(&changed, &mutex);
    turns[me]++;
    turn = 1 - me;
    pthread_cond_signal(&changed);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, player, (void *)1);
  player(0);
  pthread_join(other, 0);
  assert(turns[0] == OPERATIONS / 4 && turns[1] == OPERATIONS / 4);
  return 0;
}
