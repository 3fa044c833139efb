#include <stdlib.h>

static int x[4];

int main(void) {
  free(x); /* wrong */
  return 0;
}
