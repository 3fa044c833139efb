#include <string.h>

int main(void) {
  int a[2];
  memset(a, 0, 9); /* wrong */
  return 0;
}
