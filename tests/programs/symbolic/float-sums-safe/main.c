/* Sums and products of small integers are exact in double precision. */
#include <assert.h>
#include <mover.h>

int main(void) {
  int n = mover_nondet_int() & 15;
  double number = n;
  assert(number + 1 > number);
  assert(number * 3 - number == 2 * n);
  return 0;
}
