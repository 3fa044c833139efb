#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(abs(-3) == 3 && labs(-4L) == 4 && llabs(5LL) == 5);
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(7L, -2L);
  assert(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1);
  return 0;
}
