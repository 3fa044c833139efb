#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct pair { int a, b; };
struct large { long a[5]; };

static double all(const char *types, ...) {
  double total = 0;
  va_list list, copy;
  va_start(list, types);
  va_copy(copy, list);
  for (const char *t = types; *t; t++) {
    switch (*t) {
      case 'i': total += va_arg(list, int); break;
      case 'l': total += (double)va_arg(list, long); break;
      case 'd': total += va_arg(list, double); break;
      case 'L': total += (double)va_arg(list, long double); break;
      case 's': total += (double)strlen(va_arg(list, char *)); break;
      case 'p': {
        struct pair p = va_arg(list, struct pair);
        total += p.a + p.b;
        break;
      }
      case 'g': total += (double)va_arg(list, struct large).a[4]; break;
    }
  }
  va_end(list);
  if (*types == 'i') total += va_arg(copy, int); /* the first one again */
  va_end(copy);
  return total;
}

static int count(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  while (n-- > 0) sum += va_arg(list, int);
  va_end(list);
  return sum;
}

int main(void) {
  assert(count(0) == 0 && count(3, 1, 2, 3) == 6 && count(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
  struct large large = {{0, 0, 0, 0, 100}};
  assert(all("ildLspg", 1, 2L, 0.5, 0.25L, "four", (struct pair){5, 6}, large) == 1 + 2 + 0.5 + 0.25 + 4 + 11 + 100 + 1);
  assert(all("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55);
  assert(all("iLiL", 'c', 1.0L, -1, 2.0L) == 99 + 1 - 1 + 2 + 99);
  return 0;
}
