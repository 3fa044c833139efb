/* Not every int can be explored. */
#include <mover.h>

int main(void) {
  int n = mover_nondet_int();
  unsigned long u = mover_nondet_ulong();
  mover_assert((n < 5) == !(n >= 5));
  mover_assert(u % 2 < 2);
  return 0;
}
