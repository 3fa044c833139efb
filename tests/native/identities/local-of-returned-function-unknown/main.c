// A later function may have its variable at the address of an earlier one.
#include <assert.h>

static int *kept;

static void first(void) {
  int x = 1;
  kept = &x;
}

static int second(void) {
  int y = 2;
  return kept == &y;
}

int main(void) {
  first();
  assert(!second());
  return 0;
}
