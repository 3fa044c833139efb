#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  free(p + 4); /* wrong */
  return 0;
}
