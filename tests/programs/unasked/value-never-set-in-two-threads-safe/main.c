/* Two threads decide on the same uninitialised value, which memory errors do not exclude. Their decisions agree. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *value;
static atomic_int *counter;
static int large, was_41;

static void *worker(void *arg) {
  (void)arg;
  if (*value > 3) large = 1;
  if (atomic_fetch_add(counter, 1) == 41) was_41 = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  value = malloc(sizeof *value);
  counter = malloc(sizeof *counter);
  pthread_create(&t, 0, worker, 0);
  int mine = *value;
  int small = mine < 2;
  pthread_join(t, 0);
  if (small) assert(!large);
#ifdef WRONG
  if (!small) assert(large);
#endif
  assert((*counter == 42) == was_41);
  free(value);
  free(counter);
  return 0;
}
