/* Annotations for other checks have no effect on these. */
#include <mover.h>

static int x;

static int mine(void) { return 1; }

static int add(int n) {
  mover_atomic_block("add");
  if (n > 5) return 0;
  x += n;
  return x;
}

int main(void) {
  mover_exclusive(&x, mine);
  mover_assert(add(1) == 1 && add(6) == 0 && add(2) == 3);
  return 0;
}
