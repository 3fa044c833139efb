#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  int *q = realloc(p, 400);
  *q = 1;
  return *p; /* wrong */
  return 0;
}
