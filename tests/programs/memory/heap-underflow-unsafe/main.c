#include <stdlib.h>

int main(void) {
  int *p = calloc(2, sizeof *p);
  return p[-1]; /* wrong */
  return 0;
}
