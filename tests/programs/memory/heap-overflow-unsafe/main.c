#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  p[8] = 1; /* wrong */
  return 0;
}
