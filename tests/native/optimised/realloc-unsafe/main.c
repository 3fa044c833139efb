// free(realloc(p, n)) frees as much as free(p): a compiler may make one of the other. What p pointed to is gone in between.
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
