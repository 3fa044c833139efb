#include <stdlib.h>

int main(void) {
  int *p = malloc(8);
  p[0] = 1;
  if (p[1] > p[0]) return 1; /* wrong */
  return 0;
}
