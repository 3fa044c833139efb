#include <assert.h>
static void add(int *to, int n) { *to += n; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = 0, y[2] = {1, 2};
    add(&x, i);
    if (i == 1) continue;
    add(&sum, x + y[i % 2]);
  }
  int n = 0;
again:;
  int z = 1;
  add(&z, n);
  if (n++ < 3) goto again;
  switch (n) {
    case 4: { int w; add(&sum, 0); w = 2; add(&w, 1); assert(w == 3); goto out; }
    default: assert(0);
  }
out:
  assert(z == 4 && sum == 0 + 1 + 2 + 1);
  return 0;
}
