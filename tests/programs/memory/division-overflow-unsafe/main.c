#include <limits.h>

int main(void) {
  int smallest = INT_MIN, minus_one = -1;
  return smallest / minus_one; /* wrong */
  return 0;
}
