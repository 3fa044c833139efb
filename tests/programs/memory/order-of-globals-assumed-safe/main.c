// Either of two variables may have the lower address, so one order is assumed, and listed.
#include <assert.h>

int one[4], other[4];

static int is_before(int *a, int *b) { return a < b; }

int main() {
  const int before = is_before(one, other);
  assert(before == (one < other));
}
