/* Handlers run in the opposite order of their registration. */
#include <assert.h>
#include <stdlib.h>

static int step;

static void first(void) { assert(step == 2); }
static void second(void) {
  assert(step == 1);
  step++;
}

int main(void) {
  atexit(first);
  atexit(second);
  step = 1;
  exit(3);
}
