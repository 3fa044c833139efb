/* Only the first two of four bytes are inside the object. */
#include <stdlib.h>

int main(void) {
  char *p = calloc(1, 6);
  return *(int *)(p + 4); /* wrong */
  return 0;
}
