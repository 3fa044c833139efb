#include <stdio.h>

int main(void) {
  char s[4];
  snprintf(s, 8, "%d", 12345); /* wrong */
  return 0;
}
