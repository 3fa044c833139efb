/* The violation relies on an assumption: rand gives a fixed sequence. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  const int number = rand();
  assert(number != number);
}
