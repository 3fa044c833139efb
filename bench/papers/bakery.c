// [LPQR05], table 1, Bakery: Lamport's bakery, with sequentially consistent atomics. Each thread enters the critical
// section once.
//
// Expected: safe. In the paper 10,221 states (unsound), 14,935 (CPC), 14,254 (cycle detection).
// Sizes: N (3).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int choosing[N], number[N], inside[N];

static int take_number(int i) {
  int largest = 0;
  choosing[i] = 1;
  for (int j = 0; j < N; j++) {
    if (j == i) continue;
    int theirs = number[j];
    if (theirs > largest) largest = theirs;
  }
  number[i] = largest + 1;
  choosing[i] = 0;
  return largest + 1;
}

static void wait_for(int j, int i, int mine) {
  while (choosing[j]) {
  }
  while (1) {
    int theirs = number[j];
    if (theirs == 0 || theirs > mine || (theirs == mine && j > i)) return;
  }
}

static void *customer(void *argument) {
  int i = (int)(long)argument;
  int mine = take_number(i);
  for (int j = 0; j < N; j++) {
    if (j != i) wait_for(j, i, mine);
  }
  inside[i] = 1;
  for (int j = 0; j < N; j++) assert(j == i || !inside[j]);
  inside[i] = 0;
  number[i] = 0;
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, customer, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
