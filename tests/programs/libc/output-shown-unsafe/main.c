/* The report shows what the program has printed on the way. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  printf("the answer is %d\n", 6 * 7);
  assert(0); /* wrong */
  return 0;
}
