// A thread spins for ever. The explicit search does not try all values, and the symbolic engine does not look for busy
// waits, so that neither may say that the program is safe.
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int flag, seen;

static void *wait_for_flag(void *argument) {
  while (!flag) {
  }
  return argument;
}

int main(void) {
  pthread_t waiter;
  int value = __VERIFIER_nondet_int();
  pthread_create(&waiter, 0, wait_for_flag, 0);
  if (value == 12345) seen = 1;
  pthread_join(waiter, 0);
  return 0;
}
