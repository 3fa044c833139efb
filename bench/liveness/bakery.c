// Lamport's bakery algorithm for two threads that enter ROUNDS times. With -DBUG two threads with the same number wait
// for each other. With -DUNSAFE a thread does not announce that it is choosing a number.
//
// Expected: safe under weak fairness; -DBUG: a livelock; -DUNSAFE: two threads in the critical section.
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

static atomic_uchar choosing[2], number[2], inside;

static void enter(int i) {
#ifndef UNSAFE
  choosing[i] = 1;
#endif
  const unsigned char mine = number[1 - i] + 1;
  number[i] = mine;
#ifndef UNSAFE
  choosing[i] = 0;
#endif
  while (choosing[1 - i]) {
  }
  for (;;) {
    const unsigned char theirs = number[1 - i];
#ifndef BUG
    if (theirs == 0 || theirs > mine || (theirs == mine && i == 0)) break;
#else
    if (theirs == 0 || theirs > mine) break;
#endif
  }
}

static void critical(int i) { inside = i; }

static void *process(void *argument) {
  const int i = argument != 0;
  for (int round = 0; round < ROUNDS; round++) {
    enter(i);
    critical(i);
    number[i] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, process, (void *)1);
  process(0);
  pthread_join(t, 0);
  return 0;
}
