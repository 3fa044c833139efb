/* With NDEBUG assertions are not compiled. */
#include <assert.h>

int main(void) {
  assert(0);
  return 0;
}
