/* The new block may have the address of the freed one or another one; both are right. */
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *old = malloc(sizeof *old);
  free(old);
  int *block = malloc(sizeof *block);
  *block = 1;
  if (block == old) *block = 2;
  free(block);
  return 0;
}
