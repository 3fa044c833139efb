/* Pointers to variables of earlier iterations are kept, and not used. In C a goto that stays in the block ends no lifetime. */
#include <assert.h>
static void set(int *to, int value) { *to = value; }
static int by_goto(void) {
  int *p = 0, rounds = 0;
again:;
  int x = 5;
  if (p) return *p;
  p = &x;
  if (rounds++ < 2) goto again;
  return 0;
}
int main(void) {
  int *last = 0, *own = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    int x[2], *p = x;
    for (int k = 0; k < 2; k++) {
      int y;
      set(&y, k);
      p[k] = y;
      own = &y;
      sum += *own;
    }
    if (i == 2) assert(last != 0);
    last = &x[1];
    sum += *last;
  }
  assert(sum == 6);
  assert(by_goto() == 5);
  return 0;
}
