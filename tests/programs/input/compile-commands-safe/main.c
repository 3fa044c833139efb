/* The flags come from compile_commands.json. */
#include <assert.h>

#include "config.h"

int main(void) {
  assert(N == LIMIT);
  return 0;
}
