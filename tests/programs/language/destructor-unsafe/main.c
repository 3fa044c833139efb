/* Destructors are part of the program. */
#include <assert.h>

static int x;

__attribute__((destructor)) static void check(void) {
  assert(x == 0); /* wrong */
}

int main(void) {
  x = 1;
  return 0;
}
