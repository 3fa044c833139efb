// Operations with undefined behaviour, whatever the optimiser makes of them.
// expect: memory
// says: shifts a value of 64 bits
// says: divides by zero
// says: cannot hold it
// says: takes to be unreachable
#include <mover.h>

static long one = 1, zero = 0, many = 64;
static float large = 1e10f;

static int never(int which) {
  if (which == 3) __builtin_unreachable();
  return which;
}

int main() {
  switch (mover_choose(4)) {
    case 0: return (one << many) == 0;
    case 1: (void)(one / zero); break;
    case 2: return static_cast<int>(large) == 0;
    case 3: return never(3);
  }
}
