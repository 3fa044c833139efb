#include <limits.h>

long minus_one = -1;

int main(void) {
  long x = LONG_MIN;
  x %= minus_one; /* wrong */
  return 0;
}
