/* The text that is printed is null where the branch is taken. */
#include <stdio.h>
static const char *text;
int main(void) {
  if (!text) puts(text);
  return 0;
}
