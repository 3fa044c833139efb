/* The address one past the end may be computed, but not read. */
#include <assert.h>

int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int *p = a; p != a + 4; p++) sum += *p;
  assert(sum == 10);
  int *end = a + 4;
  assert(end - a == 4 && end[-1] == 4);
  return 0;
}
