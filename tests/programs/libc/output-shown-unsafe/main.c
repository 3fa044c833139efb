/* The report shows the program's output up to the violation. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  printf("the answer is %d\n", 6 * 7);
  assert(0); /* wrong */
  return 0;
}
