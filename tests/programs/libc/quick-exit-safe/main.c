/* _Exit runs no handlers. */
#include <assert.h>
#include <stdlib.h>

static int step;

static void first(void) { assert(step == 99); }
static void second(void) {
  assert(step == 1);
  step++;
}

int main(void) {
  atexit(first);
  atexit(second);
  step = 1;
  _Exit(0);
}
