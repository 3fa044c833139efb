// An empty template whose output is tied to an input: the compiler barrier of many code bases. y is x.
#include <assert.h>
int main(void) {
  int x = 5, y;
  __asm__("" : "=r"(y) : "0"(x));
  assert(y == 5);
  __asm__ volatile("" : "+r"(x) : : "memory");
  assert(x == 5);
  return 0;
}
