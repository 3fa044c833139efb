#include <setjmp.h>

static jmp_buf place;

static int set(void) { return setjmp(place); }

int main(void) {
  if (!set()) longjmp(place, 1); /* wrong */
}
