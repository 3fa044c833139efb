/* One of the sizes is larger than the array. */
#include <mover.h>
#include <string.h>
static char from[8], to[4];
int main(void) {
  memcpy(to, from, mover_choose(6)); /* wrong */
  return 0;
}
