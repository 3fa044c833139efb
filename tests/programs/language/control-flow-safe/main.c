#include <assert.h>

static int classify(int n) {
  switch (n) {
    case 0:
    case 1: return 1;
    case 5 ... 9: n += 100; /* fall through */
    case 2: n++; break;
    default: n = -1;
  }
  return n;
}

static int collatz(unsigned n) {
  int steps = 0;
  do {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  } while (n != 1);
  return steps;
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int is_even(unsigned n);
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }

#define NAME(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)

int main(void) {
  assert(classify(0) == 1 && classify(7) == 108 && classify(2) == 3 && classify(42) == -1);
  assert(collatz(6) == 8 && fibonacci(10) == 55 && is_even(20) && !is_odd(20));
  int i = 0, found = 0;
again:
  if (i++ < 5) goto again;
  assert(i == 6);
  for (int a = 0; a < 10; a++) {
    if (a % 2) continue;
    for (int b = 0;; b++) {
      if (b > a) break;
      if (a + b == 10) goto out;
      found++;
    }
  }
out:
  assert(found == 1 + 3 + 5 + 4);
  assert(NAME(1) == 1 && NAME(1.0) == 2 && NAME("s") == 3 && NAME(1L) == 4);
  int value = ({
    int t = 3;
    t * t;
  });
  assert(value == 9 && _Alignof(long) == 8);
  void *targets[] = {&&first, &&second};
  goto *targets[1];
first:
  assert(0);
second:
  return 0;
}
