/* No interleaving reaches the place. */
#include <mover.h>

int main(void) {
  int n = mover_choose(3);
  if (n == 3) mover_reachable("three");
  return 0;
}
