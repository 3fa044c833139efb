#include <mover.h>

int main(void) {
  unsigned char c = mover_nondet_uchar();
  mover_assert(c * c != 173 * 173); /* wrong */
  return 0;
}
