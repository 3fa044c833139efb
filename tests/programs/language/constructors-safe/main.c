/* Constructors run before main in the order of their priorities, destructors after it in the opposite order, after the
 * handlers of atexit. */
#include <assert.h>
#include <stdlib.h>

static int step;

__attribute__((constructor(102))) static void second(void) { assert(step++ == 1); }
__attribute__((constructor(101))) static void first(void) { assert(step++ == 0); }
__attribute__((constructor)) static void third(void) { assert(step++ == 2); }
__attribute__((destructor(101))) static void last(void) { assert(step++ == 7); }
__attribute__((destructor(102))) static void next_to_last(void) { assert(step++ == 6); }
static void later(void) { assert(step++ == 5); }
static void sooner(void) { assert(step++ == 4); }

int main(void) {
  assert(step++ == 3);
  atexit(later);
  atexit(sooner);
  return 0;
}
