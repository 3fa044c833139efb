/* Copies and sums of uninitialised values are uninitialised. */
#include <stdlib.h>
#include <string.h>

struct pair {
  int a, b;
};

int main(void) {
  struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r = malloc(sizeof *r);
  p->a = 1;
  *q = *p;
  memcpy(r, q, sizeof *r);
  int sum = r->b + 1;
  if (sum > 3) return 1; /* wrong */
  return 0;
}
