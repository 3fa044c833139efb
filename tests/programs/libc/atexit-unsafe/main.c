/* Assertions in handlers are checked. */
#include <assert.h>
#include <stdlib.h>

static int step;

static void first(void) {
  assert(step == 1); /* wrong */
}
static void second(void) {
  assert(step == 1);
  step++;
}

int main(void) {
  atexit(first);
  atexit(second);
  step = 1;
  return 0;
}
