/* The constants that the program compares with, and their neighbours, are among the explored values. */
#include <mover.h>

int main(void) {
  int n = mover_nondet_int();
  if (n > 123456) mover_assert(n != 123457); /* wrong */
  return 0;
}
