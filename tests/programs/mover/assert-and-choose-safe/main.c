#include <mover.h>

int main(void) {
  int n = mover_choose(3);
  mover_assert(n >= 0 && n < 3);
  mover_assert(mover_choose(1) == 0);
  return 0;
}
