// No finite set of values represents all floating-point numbers: the verdict is unknown, and names the function.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  assert(x == x);
  return 0;
}
