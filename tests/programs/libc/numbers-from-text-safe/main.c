#include <assert.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
  char *end;
  assert(atoi("42") == 42 && atoi("  -7x") == -7 && atoi("x") == 0 && atol("123456789012") == 123456789012 && atoll("+5") == 5);
  const char *s = "0x1fz";
  assert(strtol(s, &end, 16) == 31 && end == s + 4 && strtol(s, &end, 0) == 31 && strtol(s, &end, 10) == 0 && end == s + 1);
  assert(strtol("0777", NULL, 0) == 511 && strtol("z", NULL, 36) == 35 && strtol("101", NULL, 2) == 5);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  assert(strtol("-99999999999999999999", NULL, 10) == LONG_MIN && strtol("-9223372036854775808", NULL, 10) == LONG_MIN);
  assert(strtoul("-1", NULL, 10) == ULONG_MAX && strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX);
  assert(strtoll("-12", NULL, 10) == -12 && strtoimax("9", NULL, 10) == 9);
  s = "none";
  assert(strtol(s, &end, 10) == 0 && end == s);
  assert(strtod("3.25e2rest", &end) == 325 && *end == 'r' && atof("-0.5") == -0.5 && strtod("1e400", NULL) == HUGE_VAL);
  assert(strtod("0.1", NULL) == 0.1 && strtod("123456789.123456789", NULL) == 123456789.123456789);
  assert(strtod("0x1.8p1", NULL) == 3 && strtof("1.5", NULL) == 1.5f && strtod("2.2250738585072014e-308", NULL) == DBL_MIN);
  return 0;
}
