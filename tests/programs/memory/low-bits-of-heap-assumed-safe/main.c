// malloc guarantees the four lowest bits of an address, not the fifth.
#include <stdint.h>
#include <stdlib.h>

int main() {
  int *p = malloc(sizeof *p);
  *p = ((uintptr_t)p & 16) != 0;
  free(p);
}
