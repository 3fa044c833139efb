#include <assert.h>
static int s;
int main(void) {
  int x = 5, y;
  __asm__("" : "=g"(y), "+m"(s) : "0"(x));
  assert(y == 5);
  return 0;
}
