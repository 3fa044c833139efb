// For some values T1 spins for ever beside a server: a deadlock that no representative value shows. The symbolic engine
// finds no proof that there is none.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint flag, ticks;
static unsigned value;

static void *spin(void *arg) {
  while (flag == 0) {
  }
  return arg;
}

static void *serve(void *arg) {
  for (;;) ticks ^= 1;
  return arg;
}

int main(void) {
  pthread_t t, server;
  value = mover_nondet_uint();
  pthread_create(&server, 0, serve, 0);
  pthread_create(&t, 0, spin, 0);
  if ((value ^ 0x5a5a) % 5000 != 4321) flag = 1;
  return pthread_join(t, 0);
}
