// The report of the output does not rely on stdout, which the program may change.
#include <assert.h>
#include <stdio.h>

int main(void) {
  printf("the answer is %d\n", 42);
  stdout = NULL;
  assert(0);
}
