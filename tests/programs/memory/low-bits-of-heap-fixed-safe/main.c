// malloc guarantees the four lowest bits of an address, which do not depend on where the block lies.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main() {
  int *p = malloc(sizeof *p);
  *p = 1;
  int *marked = (int *)((uintptr_t)p | 1);
  assert(((uintptr_t)p & 15) == 0);
  assert(*(int *)((uintptr_t)marked & ~(uintptr_t)1) == 1);
  free(p);
}
