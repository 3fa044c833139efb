/* With NDEBUG there is no assertion. */
#include <assert.h>

int main(void) {
  assert(0);
  return 0;
}
