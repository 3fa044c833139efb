#include <string.h>

int main(void) {
  char s[3] = {'a', 'b', 'c'};
  return strlen(s); /* wrong */
  return 0;
}
