/* One of two constant texts is printed. */
#include <mover.h>
#include <stdio.h>
static const char letters[8] = "abc";
int main(void) {
  puts(mover_choose(2) ? "one" : letters);
  printf("%d%%\n", 5);
  return 0;
}
