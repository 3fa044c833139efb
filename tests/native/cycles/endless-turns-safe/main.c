/* Two threads endlessly set a flag, wait for each other and reset it. The first execution is infinite. Its states repeat, which
   is recognised only if the compared parts of the stacks contain nothing but variables of the program. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int inside;
static atomic_bool wants[2];

static void *visits(void *arg) {
  const long me = (long)arg;
  for (;;) {
    wants[me] = true;
    while (wants[1 - me]) {
    }
    inside = (int)me;
    wants[me] = false;
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, visits, (void *)i);
  return 0;
}
