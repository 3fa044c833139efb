/* printf branches on the uninitialised argument. */
#include <stdio.h>

int main(void) {
  int x;
  int *p = &x;
  printf("%d\n", *p); /* wrong */
  return 0;
}
