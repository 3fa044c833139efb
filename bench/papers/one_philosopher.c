// [STO02], section 10: one philosopher acquires both chopsticks, eats and releases them, 5,000 times. There is nothing
// to reduce: the program compares the speed of searches that store states with that of searches that do not.
//
// Expected: safe. In the paper 563 seconds for JPF, which stores states, and 5.79 for JavaChecker, which does not.
// Sizes: ROUNDS (5000).
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 5000
#endif

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int eaten;

static void *philosopher(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    eaten++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, philosopher, 0);
  pthread_join(thread, 0);
  return eaten != ROUNDS;
}
