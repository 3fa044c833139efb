#include <assert.h>

static int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }

int main(void) {
  assert(depth(1000) == 1000);
  return 0;
}
