/* Each access is executed as written. */
#include <assert.h>

static volatile int x;

int main(void) {
  x = 1;
  x = x + x;
  x;
  assert(x == 2);
  return 0;
}
