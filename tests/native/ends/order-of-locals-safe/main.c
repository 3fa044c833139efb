// C does not define the order of two variables of one frame. Mover explores one order, and lists it as an assumption.
// The order of elements of one array is not listed.
#include <stdio.h>

static int is_first(const int *a, const int *b) { return a < b; }
static int sum(const int *begin, const int *end) {
  int result = 0;
  while (begin < end) result += *begin++;
  return result;
}

int main(void) {
  int values[3] = {1, 2, 3}, count = 3, one = 0, two = 0;
  if (sum(values, values + count) != 6) return 1;
  return is_first(&one, &two) && is_first(&two, &one);
}
