/* A loop that reads the clock twice ends, too. */
#include <assert.h>
#include <time.h>

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(void) {
  long end = now() + 500, last = 0;
  while (now() < end) last = now();
  assert(last == 0);
  return 0;
}
