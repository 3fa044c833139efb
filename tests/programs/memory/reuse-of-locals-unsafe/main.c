// The locals of two calls may have the same address.
#include <assert.h>
static int *last;
static __attribute__((noinline)) void remember(int value) {
  int local = value;
  int *here = &local;
  if (value == 1) last = here;
  else assert(EXPECTED);
}
int main(void) {
  remember(1);
  remember(2);
}
