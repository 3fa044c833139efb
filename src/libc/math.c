/* <math.h>: the functions that the machine computes, and those that can be computed exactly from them. Functions whose
 * models could only approximate glibc's results (tan, atan2, cbrt, …) are not modelled. errno and the exception flags
 * are not set. */
#define _GNU_SOURCE
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "builtins.h"
#include "floating.h"

#define ONE(name, operation)                     \
  double name(double x) { return operation(x); } \
  float name##f(float x) { return (float)operation((double)x); }
#define TWO(name, operation)                                  \
  double name(double x, double y) { return operation(x, y); } \
  float name##f(float x, float y) { return (float)operation((double)x, (double)y); }

ONE(fabs, __mover_math_fabs)
ONE(sqrt, __mover_math_fsqrt)
ONE(floor, __mover_math_ffloor)
ONE(ceil, __mover_math_fceil)
ONE(trunc, __mover_math_ftrunc)
ONE(rint, __mover_math_frint)
ONE(nearbyint, __mover_math_frint)
ONE(round, __mover_math_fround)
ONE(sin, __mover_math_fsin)
ONE(cos, __mover_math_fcos)
ONE(exp, __mover_math_fexp)
ONE(log, __mover_math_flog)
ONE(exp2, __mover_math_fexp2)
ONE(log2, __mover_math_flog2)
ONE(log10, __mover_math_flog10)
TWO(pow, __mover_math_fpow)
TWO(fmin, __mover_math_fmin)
TWO(fmax, __mover_math_fmax)
TWO(copysign, __mover_math_fcopysign)

double fma(double x, double y, double z) { return __mover_math_fmuladd(x, y, z); }

long double fabsl(long double x) { return x < 0 || (x == 0 && 1 / x < 0) ? -x : x; }

double fdim(double x, double y) { return x > y ? x - y : x <= y ? 0 : x + y; }

long lround(double x) { return (long)__mover_math_fround(x); }
long long llround(double x) { return (long long)__mover_math_fround(x); }
long lrint(double x) { return (long)__mover_math_frint(x); }
long long llrint(double x) { return (long long)__mover_math_frint(x); }
long lroundf(float x) { return (long)__mover_math_fround((double)x); }
long lrintf(float x) { return (long)__mover_math_frint((double)x); }

#define SIGN ((uint64_t)1 << 63)
#define EXPONENT(bits) ((int)((bits) >> 52 & 0x7ff))
#define FRACTION ((((uint64_t)1) << 52) - 1)

/* The mantissa of a finite nonzero number, shifted so that its bit 52 is set, and *exponent to match. */
static uint64_t normalised(uint64_t bits, int *exponent) {
  *exponent = EXPONENT(bits);
  if (*exponent) return (bits & FRACTION) | (FRACTION + 1);
  for (*exponent = 1; bits <= FRACTION; --*exponent) bits <<= 1;
  return bits;
}

/* Exact: a long division of the mantissas, bit by bit. */
double fmod(double x, double y) {
  uint64_t a = bits_of(x) & ~SIGN, b = bits_of(y) & ~SIGN, sign = bits_of(x) & SIGN;
  if (b == 0 || EXPONENT(a) == 0x7ff || b > (uint64_t)0x7ff << 52) return (x * y) / (x * y);
  if (a < b) return x;
  int p, q;
  uint64_t m = normalised(a, &p), n = normalised(b, &q);
  for (; p > q; p--) m = (m >= n ? m - n : m) << 1;
  if (m >= n) m -= n;
  if (m == 0) return double_of(sign);
  for (; m <= FRACTION; p--) m <<= 1;
  if (p > 0) return double_of(sign | (uint64_t)p << 52 | (m & FRACTION));
  return double_of(sign | m >> (1 - p));
}

float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }

double modf(double x, double *whole) {
  double integer = __mover_math_ftrunc(x);
  *whole = integer;
  double rest = isinf(x) ? 0 : x - integer;
  return __mover_math_fcopysign(rest, x);
}

double frexp(double x, int *exponent) {
  uint64_t bits = bits_of(x);
  int e = EXPONENT(bits);
  if (x == 0 || e == 0x7ff) {
    *exponent = 0;
    return x;
  }
  int scaled = 0;
  if (e == 0) {
    bits = bits_of(x * 0x1p64);
    e = EXPONENT(bits);
    scaled = 64;
  }
  *exponent = e - 1022 - scaled;
  return double_of((bits & ~((uint64_t)0x7ff << 52)) | (uint64_t)1022 << 52);
}

/* Multiplies at most three times. When scaling down, the results of all multiplications but the last one are at least
 * 2^53 times the largest subnormal number, so that only the last one rounds. */
double ldexp(double x, int n) {
  for (int step = 0; step < 2 && n > 1023; step++, n -= 1023) x *= 0x1p1023;
  for (int step = 0; step < 2 && n < -1022; step++, n += 969) x *= 0x1p-969;
  if (n > 1023) n = 1023;
  if (n < -1022) n = -1022;
  return x * double_of((uint64_t)(n + 1023) << 52);
}

double scalbn(double x, int n) { return ldexp(x, n); }
double scalbln(double x, long n) { return ldexp(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n); }
float ldexpf(float x, int n) { return (float)ldexp((double)x, n); }

double nan(const char *tag) {
  (void)tag;
  return __builtin_nan("");
}

/* Functions that macros of <math.h> call. */
int __fpclassify(double x) {
  uint64_t bits = bits_of(x) & ~SIGN;
  if (EXPONENT(bits) == 0x7ff) return bits & FRACTION ? FP_NAN : FP_INFINITE;
  if (EXPONENT(bits) == 0) return bits ? FP_SUBNORMAL : FP_ZERO;
  return FP_NORMAL;
}
int __fpclassifyf(float x) {
  if (x != x) return FP_NAN;
  if (x == 0) return FP_ZERO;
  float magnitude = x < 0 ? -x : x;
  return magnitude > __FLT_MAX__ ? FP_INFINITE : magnitude < __FLT_MIN__ ? FP_SUBNORMAL : FP_NORMAL;
}
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int __isinf(double x) { return x == HUGE_VAL ? 1 : x == -HUGE_VAL ? -1 : 0; }
int __isinff(float x) { return x == HUGE_VALF ? 1 : x == -HUGE_VALF ? -1 : 0; }
int __finite(double x) { return EXPONENT(bits_of(x)) != 0x7ff; }
int __finitef(float x) { return x - x == 0; }
int __signbit(double x) { return (bits_of(x) & SIGN) != 0; }
int __signbitf(float x) { return (bits_of((double)x) & SIGN) != 0; }
