// [LPQR05], table 1, Peterson: Peterson's algorithm for two threads, with sequentially consistent
// atomics. They enter the critical section for ever. This is the program; peterson_abstract.c is what the paper measured.
//
// Expected: safe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn, inside[2];

static void *process(void *argument) {
  int me = (int)(long)argument, other = 1 - me;
  while (1) {
    flag[me] = 1;
    turn = other;
    while (flag[other] && turn == other) {
    }
    inside[me] = 1;
    assert(!inside[other]);
    inside[me] = 0;
    flag[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, process, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
