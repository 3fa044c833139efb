// For one value of n, T1 waits for ever while main executes a loop without exit. Only the explicit search looks for
// such threads, and it does not try all values.
#include <mover.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static _Atomic int x;

static void *waits(void *arg) {
  sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t t;
  const int n = mover_nondet_int();
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, waits, 0);
  if (n == 123456)
    for (;;) x ^= 1;
  sem_post(&s);
  return pthread_join(t, 0);
}
