// Code that is not instrumented may have set a variable: the report says that this is assumed, and where it matters.
// expect: unknown
// says: code that is not instrumented has set the values that are not seen to be set: the program uses such a value at never_set_unseen.c:13
#include <stdlib.h>

__attribute__((naked)) static void unseen(int *where) { __asm__("movl $1, (%rdi)\n\tret"); }

int main(void) {
  int *number = malloc(4), *other = malloc(4);
  *other = 1;
  unseen(number);
  if (*other != 1) return 1;
  if (*number != 1) return 1;
  free(number);
  free(other);
  return 0;
}
