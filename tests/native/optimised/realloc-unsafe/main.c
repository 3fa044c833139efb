// A compiler may replace free(realloc(p, n)) by free(p). After the realloc, the memory to which p pointed is freed.
#include <stdlib.h>

int *_Atomic shared;

int main(void) {
  int *own = malloc(sizeof *own), seen = 0;
  *own = 0;
  shared = own;
  own = realloc(own, 4096);
  int *q = shared;
  if (q) seen = *q;
  free(own);
  return seen;
}
