// A write to a string literal faults, unless the optimiser has removed it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static char *text(void) { return "text"; }

static void *worker(void *arg) {
  if (ready) text()[0] = 'n';
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  ready = 1;
  return pthread_join(t, 0);
}
