/* The last byte of a block of one of several sizes is written. */
#include <mover.h>
#include <stdlib.h>
int main(void) {
  size_t size = 1 + mover_choose(3);
  char *block = malloc(size);
  block[size - 1] = 1;
  free(block);
  return 0;
}
