// For one remainder of the free value, the thread retries for ever although main runs. No representative value has it.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy, done;
static unsigned value;

static void *retry(void *arg) {
  while (!done) {
    busy = 1;
    if ((value ^ 0x5a5a) % 5000 != 4321) done = 1;
    busy = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  value = mover_nondet_uint();
  pthread_create(&t, 0, retry, 0);
  pthread_join(t, 0);
  return 0;
}
