#include <mover.h>

int main(void) {
  int n = mover_choose(10);
  mover_assume(n % 2 == 0);
  mover_assume(n > 5);
  mover_assert(n == 6 || n == 8);
  return 0;
}
