/* The loop ends for all values of limit; with STUCK, it does not end if limit is 77.
   The explicit engine tries only some values. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef STUCK
#define NEXT(limit) ((limit) == 77 ? 77 : (limit) / 2)
#else
#define NEXT(limit) ((limit) / 2)
#endif

static atomic_uint limit;
static atomic_int stop;

static void *halve(void *arg) {
  while (limit > 3) limit = NEXT(limit);
  stop = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  limit = mover_nondet_uint() & 255;
  pthread_create(&t, 0, halve, 0);
  while (!stop) {
  }
  pthread_join(t, 0);
  return 0;
}
