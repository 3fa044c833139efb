/* Exit handlers run when main has returned. */
#include <stdlib.h>

static int *kept;

static void handler(void) { *kept = 1; }

int main(void) {
  int local = 0;
  kept = &local;
  atexit(handler);
  return 0;
}
