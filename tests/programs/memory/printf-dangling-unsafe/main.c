#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = strdup("text");
  free(s);
  printf("%s\n", s); /* wrong */
  return 0;
}
