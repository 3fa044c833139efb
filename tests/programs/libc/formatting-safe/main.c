#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char s[100];
  #define IS(expected, ...) assert(snprintf(s, sizeof s, __VA_ARGS__) == (int)strlen(expected) && strcmp(s, expected) == 0)
  IS("plain %", "plain %%");
  IS("-7 42 0", "%d %i %u", -7, 42, 0u);
  IS("  42|42  |00042|+42| 42", "%4d|%-4d|%05d|%+d|% d", 42, 42, 42, 42, 42);
  IS("ff FF 0xff 377 0377", "%x %X %#x %o %#o", 255, 255, 255, 255, 255);
  IS("007|  007|", "%.3d|%5.3d|%.0d", 7, 7, 0);
  IS("-1 -1 255 65535", "%hhd %hd %hhu %hu", 255, 65535, 255, 65535);
  IS("-9223372036854775808 18446744073709551615", "%ld %lu", LONG_MIN, ULONG_MAX);
  IS("1 2 3 4", "%lld %zu %jd %td", 1ll, (size_t)2, (intmax_t)3, (ptrdiff_t)4);
  IS("c|text|  text|text  |te", "%c|%s|%6s|%-6s|%.2s", 'c', "text", "text", "text", "text");
  IS("   42|1.50", "%*d|%.*f", 5, 42, 2, 1.5);
  IS("3.141590 3.14 3 -0.500000", "%f %.2f %.0f %f", 3.14159, 3.14159, 3.14159, -0.5);
  IS("1.5e+00 1.234500e+05 1E-10", "%.1e %e %.0E", 1.5, 123450.0, 1e-10);
  IS("0.0001 1e-05 100000 1e+06 1.5", "%g %g %g %g %g", 0.0001, 0.00001, 100000.0, 1000000.0, 1.5);
  IS("0 2 2 4", "%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5);
  IS("0.1000000000000000055511151231257827", "%.34f", 0.1);
  IS("inf -inf nan 0x1p+0", "%f %f %f %a", HUGE_VAL, -HUGE_VAL, fabs(HUGE_VAL - HUGE_VAL), 1.0);
  IS("1.25", "%Lg", 1.25L);
  IS("(null) (nil)", "%s %p", (char *)NULL, (void *)NULL);
  int before;
  snprintf(s, sizeof s, "12345%n678", &before);
  assert(before == 5);
  assert(snprintf(s, 4, "abcdef") == 6 && strcmp(s, "abc") == 0 && snprintf(NULL, 0, "%d", 1234) == 4);
  assert(sprintf(s, "%s", "all") == 3 && strcmp(s, "all") == 0);
  char *made;
  assert(asprintf(&made, "%d-%s", 7, "x") == 3 && strcmp(made, "7-x") == 0);
  free(made);
  return 0;
}
