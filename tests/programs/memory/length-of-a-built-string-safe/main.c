/* The length of a string depends on where its NUL was put. */
#include <assert.h>
#include <mover.h>
#include <string.h>
int main(void) {
  char text[4] = {'a', 'b', 'c', 0};
  unsigned at = mover_choose(4);
  text[at] = 0;
  assert(strlen(text) == (at < 3 ? at : 3));
  assert(strlen(text + at) == 0);
  return 0;
}
