#include <assert.h>

static int next(void) {
  static int last = 10;
  return ++last;
}

static int *address(void) {
  static int value;
  return &value;
}

int main(void) {
  assert(next() == 11 && next() == 12);
  *address() = 3;
  assert(*address() == 3);
  return 0;
}
