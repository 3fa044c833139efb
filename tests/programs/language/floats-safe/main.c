#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>

int main(void) {
  float f = 0.1f;
  double d = 0.1;
  assert((double)f != d && (float)d == f);
  assert(0.1 + 0.2 != 0.3 && 0.5 + 0.25 == 0.75);
  assert((int)3.99 == 3 && (int)-3.99 == -3 && (unsigned char)200.5 == 200);
  assert((float)16777217 == 16777216.0f && (double)UINT64_MAX == 18446744073709551616.0);
  assert(1.0 / 3 * 3 == 1.0 && FLT_MAX * 2 > FLT_MAX);
  double zero = 0, infinite = 1 / zero, nan = zero / zero;
  assert(infinite > DBL_MAX && -infinite < 0 && nan != nan && !(nan < 1) && !(nan > 1));
  assert(isnan(nan) && isinf(infinite) && !isfinite(infinite) && signbit(-zero) && !signbit(zero));
  assert(sqrt(2.25) == 1.5 && fabs(-2.5) == 2.5 && floor(-1.5) == -2 && ceil(1.2) == 2 && trunc(-1.7) == -1);
  assert(round(2.5) == 3 && fmod(7.5, 2) == 1.5 && pow(2, 10) == 1024 && fmax(1, 2) == 2 && fmin(1, nan) == 1);
  int exponent;
  assert(frexp(12, &exponent) == 0.75 && exponent == 4 && ldexp(0.75, 4) == 12 && lround(-2.5) == -3);
  f += 1;
  f *= 2;
  assert(f > 2.19f && f < 2.21f && -f < 0);
  long double l = 1.0L / 3;
  assert(l != (long double)(1.0 / 3) && (double)l == 1.0 / 3 && (long)(l * 9) == 3);
  l = 1e300L * 1e300L;
  assert(l > 1e308L * 10 && l / 1e300L < 2e300L);
  assert((long double)INT64_MAX - 1 == INT64_MAX - 1);
  return 0;
}
