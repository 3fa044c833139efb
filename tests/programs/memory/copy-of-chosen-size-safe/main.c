/* Copies and fills of several sizes, none at all among them, change no byte beyond their ends. */
#include <assert.h>
#include <mover.h>
#include <string.h>
static char from[4] = {1, 2, 3, 4}, to[4];
int main(void) {
  size_t size = mover_choose(5), filled = mover_choose(3);
  memcpy(to, from, size);
  for (size_t i = 0; i < 4; i++) assert(to[i] == (i < size ? from[i] : 0));
  memset(to + 2, 7, filled);
  assert(filled == 2 ? to[3] == 7 : to[3] == (size == 4 ? 4 : 0));
  return 0;
}
