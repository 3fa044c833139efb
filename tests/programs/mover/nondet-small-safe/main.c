/* Types of at most 8 bits are covered in full. */
#include <mover.h>

int main(void) {
  signed char c = mover_nondet_schar();
  int b = mover_nondet_bool();
  mover_assert(c >= -128 && c <= 127 && (b == 0 || b == 1));
  return 0;
}
