/* Every alternative is explored, including the last one. */
#include <mover.h>

int main(void) {
  int a = mover_choose(4), b = mover_choose(4);
  mover_assert(a * b != 9); /* wrong */
  return 0;
}
