#include <limits.h>
#include <mover.h>

int main(void) {
  long long n = mover_nondet_longlong();
  mover_assert(n + 1 > n || n < 0); /* wrong */
  return 0;
}
