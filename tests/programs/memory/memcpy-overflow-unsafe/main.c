#include <string.h>

int main(void) {
  char a[4] = {0}, b[8];
  memcpy(b, a, 8); /* wrong */
  return 0;
}
