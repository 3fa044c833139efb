/* Some integers of 32 bits are no single-precision numbers. */
#include <assert.h>
#include <mover.h>

int main(void) {
  int n = mover_nondet_int();
  float single = (float)n;
  assert((double)single == (double)n); /* wrong */
  return 0;
}
