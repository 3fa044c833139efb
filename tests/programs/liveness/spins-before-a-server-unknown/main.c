// T1 spins for ever before it would become a server: a deadlock. If only some values are explored, it is not searched
// for, and the symbolic engine must not take the loop for one without exit because its exit leads to an endless loop.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int y = 2, ticks;
static volatile int value;

static void *run(void *arg) {
  while (y != 1) {
  }
  for (;;) ticks ^= 1;
  return arg;
}

int main(void) {
  pthread_t t;
  value = mover_nondet_int();
  pthread_create(&t, 0, run, 0);
  y = 0;
  return pthread_join(t, 0);
}
