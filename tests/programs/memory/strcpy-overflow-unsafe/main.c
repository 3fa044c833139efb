#include <string.h>

int main(void) {
  char small[4];
  strcpy(small, "four"); /* wrong */
  return 0;
}
