#include <assert.h>
#include <limits.h>

#include "config.h"

int main(void) {
  assert(N == LIMIT);
  return 0;
}
