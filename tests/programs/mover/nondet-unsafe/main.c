/* The constants that the program compares with are among the values that are tried, and their neighbours. */
#include <mover.h>

int main(void) {
  int n = mover_nondet_int();
  if (n > 123456) mover_assert(n != 123457); /* wrong */
  return 0;
}
