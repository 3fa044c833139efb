// No value satisfies both assumptions, so the assertion is never reached.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int value;

static void *choose(void *arg) {
  value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value > 10);
  __VERIFIER_assume(value < 5);
  assert(value == 7);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, choose, 0);
  pthread_join(thread, 0);
  return 0;
}
