/* For the largest size the byte is inside, for the others it is not. */
#include <mover.h>
#include <stdlib.h>
int main(void) {
  char *block = malloc(2 + mover_choose(3));
  block[3] = 1; /* wrong */
  free(block);
  return 0;
}
