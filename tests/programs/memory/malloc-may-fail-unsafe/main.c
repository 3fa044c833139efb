#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  
  *p = 1; /* wrong */
  free(p);
  return 0;
}
