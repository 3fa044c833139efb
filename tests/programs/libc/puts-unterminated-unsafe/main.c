/* The constant that is printed has no terminating NUL. */
#include <stdio.h>
static const char letters[3] = {'a', 'b', 'c'};
int main(void) {
  puts(letters);
  return 0;
}
