/* exit ends no function: its handlers may use main's locals. */
#include <stdlib.h>

static int *kept;

static void handler(void) { *kept = 1; }

int main(void) {
  int local = 0;
  kept = &local;
  atexit(handler);
  exit(local);
}
