/* Defined, unlike that of integers. */
#include <assert.h>

int main(void) {
  double zero = 0;
  assert(1 / zero > 1e308);
  return 0;
}
