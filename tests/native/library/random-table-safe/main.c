// initstate and setstate exchange the state of random and rand, for all threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char one[64], other[32];
static long drawn;

static void *draw(void *unused) {
  (void)unused;
  drawn = random();
  return 0;
}

int main(void) {
  char *before = initstate(5, one, sizeof one);
  const long first = random(), second = rand();
  initstate(5, one, sizeof one);
  assert(random() == first);
  assert(initstate(9, other, sizeof other) == one);
  random();
  assert(setstate(one) == other);
  pthread_t thread;
  pthread_create(&thread, 0, draw, 0);
  pthread_join(thread, 0);
  assert(drawn == second);
  setstate(before);
}
