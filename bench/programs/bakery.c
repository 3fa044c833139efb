// Lamport's bakery for N threads, each of which enters ROUNDS times, with sequentially consistent atomics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

static atomic_int choosing[N], number[N];
static atomic_int inside;

static void *customer(void *argument) {
  int i = (int)(long)argument;
  for (int round = 0; round < ROUNDS; round++) {
    choosing[i] = 1;
    int largest = 0;
    for (int j = 0; j < N; j++) {
      if (j == i) continue;
      int theirs = number[j];
      if (theirs > largest) largest = theirs;
    }
    int mine = largest + 1;
    number[i] = mine;
    choosing[i] = 0;
    for (int j = 0; j < N; j++) {
      if (j == i) continue;
      while (choosing[j]) {
      }
      while (1) {
        int theirs = number[j];
        if (theirs == 0 || theirs > mine || (theirs == mine && j > i)) break;
      }
    }
    assert(inside == 0);
    inside = 1;
    inside = 0;
    number[i] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, customer, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
