/* In one case the string has no NUL. */
#include <mover.h>
#include <string.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  unsigned at = mover_choose(4);
  if (at < 3) text[at] = 0;
  return strlen(text) > 3; /* wrong */
}
