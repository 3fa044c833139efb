/* Copying uninitialised memory is allowed as long as nothing depends on it. */
#include <assert.h>

struct pair {
  int used, unused;
};

int main(void) {
  struct pair a, b;
  a.used = 1;
  b = a;
  int unused;
  int *p = &unused;
  int copy = *p;
  (void)copy;
  assert(b.used == 1);
  return 0;
}
