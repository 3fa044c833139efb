/* <stdlib.h>: text to floating-point numbers, correctly rounded. Ordinary arithmetic computes an approximation, which
 * is corrected by exact comparisons of the text with the midpoints between neighbouring doubles. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "builtins.h"
#include "floating.h"
#include "local.h"

/* ---- Large natural numbers ---- */

#define LIMBS 160 /* 32 bits each; sufficient for 10^800 * 2^1100 */

struct large {
  uint32_t limb[LIMBS]; /* least significant first */
  int count;
};

static void multiply_add(struct large *n, uint32_t factor, uint32_t summand) {
  uint64_t carry = summand;
  for (int i = 0; i < n->count; i++) {
    carry += (uint64_t)n->limb[i] * factor;
    n->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) n->limb[n->count++] = (uint32_t)carry;
}

static void multiply_power(struct large *n, uint32_t base, int exponent) {
  for (; exponent > 0; exponent--) multiply_add(n, base, 0);
}

static void shift_left(struct large *n, int bits) {
  for (; bits >= 16; bits -= 16) multiply_add(n, 1u << 16, 0);
  multiply_add(n, 1u << bits, 0);
}

static int compare(const struct large *a, const struct large *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; i--)
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
  return 0;
}

/* ---- Rounding ---- */

/* A number: digits * 10^exponent. There are at most MAX_DIGITS digits; `more` says whether there are further nonzero
 * digits, which matter only if the others are exactly a midpoint. */
#define MAX_DIGITS 400
struct decimal {
  char digit[MAX_DIGITS];
  int count;
  int exponent;
  int more;
};

/* Compares the text with mantissa * 2^exponent. */
static int compare_with(const struct decimal *d, uint64_t mantissa, int exponent) {
  struct large text = {.count = 0}, number = {.count = 0};
  for (int i = 0; i < d->count; i++) multiply_add(&text, 10, (uint32_t)d->digit[i]);
  multiply_add(&number, 1, (uint32_t)(mantissa >> 32));
  shift_left(&number, 32);
  multiply_add(&number, 1, (uint32_t)mantissa);
  if (d->exponent > 0)
    multiply_power(&text, 10, d->exponent);
  else
    multiply_power(&number, 10, -d->exponent);
  if (exponent > 0)
    shift_left(&number, exponent);
  else
    shift_left(&text, -exponent);
  int order = compare(&text, &number);
  return order == 0 && d->more ? 1 : order;
}

#define INFINITY_BITS ((uint64_t)0x7ff << 52)

/* Compares the text with the midpoint between the double with these bits and the next larger one. */
static int compare_with_midpoint(const struct decimal *d, uint64_t bits) {
  int exponent = (int)(bits >> 52);
  uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  uint64_t mantissa = exponent ? fraction | (uint64_t)1 << 52 : fraction;
  return compare_with(d, mantissa * 2 + 1, (exponent ? exponent : 1) - 1076);
}

static double guess(const struct decimal *d) {
  double value = 0;
  int used = d->count < 18 ? d->count : 18;
  for (int i = 0; i < used; i++) value = value * 10 + d->digit[i];
  int exponent = d->exponent + d->count - used;
  for (; exponent > 0 && value < __DBL_MAX__; exponent--) value *= 10;
  for (; exponent < 0 && value > 0; exponent++) value /= 10;
  return value;
}

static double nearest(const struct decimal *d) {
  if (d->count == 0) return 0;
  int magnitude = d->count + d->exponent; /* the text is below 10^magnitude */
  if (magnitude > 310) return HUGE_VAL;
  if (magnitude < -330) return 0;
  if (d->count <= 15 && d->exponent == 0) return guess(d); /* exact */
  uint64_t bits = bits_of(guess(d));
  if (bits >= INFINITY_BITS) bits = INFINITY_BITS - 1;
  while (bits < INFINITY_BITS) {
    int order = compare_with_midpoint(d, bits);
    if (order < 0 || (order == 0 && bits % 2 == 0)) break;
    bits++;
  }
  while (bits > 0) {
    int order = compare_with_midpoint(d, bits - 1);
    if (order > 0 || (order == 0 && bits % 2 == 0)) break;
    bits--;
  }
  return double_of(bits);
}

/* ---- Text ---- */

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int is_digit(char c) { return c >= '0' && c <= '9'; }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int starts_with(const char *text, const char *word) {
  for (; *word; text++, word++)
    if (lower(*text) != *word) return 0;
  return 1;
}

/* The exponent after `letter`, or 0 if there is none; *at is advanced past it. */
static int parse_exponent(const char *text, size_t *at, char letter) {
  size_t i = *at;
  if (lower(text[i]) != letter) return 0;
  i++;
  int negative = text[i] == '-';
  if (text[i] == '-' || text[i] == '+') i++;
  if (!is_digit(text[i])) return 0;
  int exponent = 0;
  for (; is_digit(text[i]); i++)
    if (exponent < 100000) exponent = exponent * 10 + (text[i] - '0');
  *at = i;
  return negative ? -exponent : exponent;
}

static void add_digit(struct decimal *d, int digit, int after_point) {
  if (d->count == 0 && digit == 0) {
    d->exponent -= after_point;
  } else if (d->count < MAX_DIGITS) {
    d->digit[d->count++] = (char)digit;
    d->exponent -= after_point;
  } else {
    d->more |= digit;
    d->exponent += !after_point;
  }
}

/* Reads a decimal number at text[*at] and advances *at past it; *at is unchanged if there is none. */
static double parse_decimal(const char *text, size_t *at) {
  struct decimal d = {.count = 0, .exponent = 0, .more = 0};
  size_t i = *at;
  int any = 0, after_point = 0;
  for (; is_digit(text[i]) || (text[i] == '.' && !after_point); i++) {
    if (text[i] == '.') {
      after_point = 1;
    } else {
      any = 1;
      add_digit(&d, text[i] - '0', after_point);
    }
  }
  if (!any) return 0;
  d.exponent += parse_exponent(text, &i, 'e');
  *at = i;
  while (d.count > 0 && d.digit[d.count - 1] == 0 && !d.more) {
    d.count--;
    d.exponent++;
  }
  return nearest(&d);
}

static int hex_value(char c) {
  c = lower(c);
  return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* Reads a hexadecimal number after 0x likewise: up to 60 bits exactly, the remaining ones as one sticky bit. */
static double parse_hexadecimal(const char *text, size_t *at) {
  uint64_t mantissa = 0;
  int exponent = 0, any = 0, after_point = 0;
  size_t i = *at;
  for (; hex_value(text[i]) < 16 || (text[i] == '.' && !after_point); i++) {
    if (text[i] == '.') {
      after_point = 1;
      continue;
    }
    any = 1;
    if (mantissa >> 60 == 0) {
      mantissa = mantissa << 4 | (uint64_t)hex_value(text[i]);
      exponent -= 4 * after_point;
    } else {
      mantissa |= hex_value(text[i]) != 0;
      exponent += 4 * !after_point;
    }
  }
  if (!any) return 0;
  exponent += parse_exponent(text, &i, 'p');
  *at = i;
  return ldexp((double)mantissa, exponent);
}

double strtod(const char *restrict string, char **restrict end) {
  LOCAL_COPY(text, string);
  size_t i = 0;
  while (is_space(text[i])) i++;
  int negative = text[i] == '-';
  if (text[i] == '-' || text[i] == '+') i++;
  size_t start = i;
  double value = 0;
  if (starts_with(text + i, "infinity") || starts_with(text + i, "inf")) {
    i += starts_with(text + i, "infinity") ? 8 : 3;
    value = HUGE_VAL;
  } else if (starts_with(text + i, "nan")) {
    i += 3;
    value = __builtin_nan("");
  } else {
    if (starts_with(text + i, "0x") &&
        (hex_value(text[i + 2]) < 16 || (text[i + 2] == '.' && hex_value(text[i + 3]) < 16))) {
      i += 2;
      value = parse_hexadecimal(text, &i);
    } else {
      value = parse_decimal(text, &i);
    }
    if (value == HUGE_VAL || (value != 0 && value < __DBL_MIN__)) errno = ERANGE;
  }
  int found = i > start;
  if (end) *end = (char *)string + (found ? i : 0);
  return negative && found ? -value : value;
}

/* Rounds to double first. So the last bit may be wrong if the text is within a relative distance of 2^-54 from the
 * midpoint between two floats. */
float strtof(const char *restrict string, char **restrict end) { return (float)strtod(string, end); }

long double strtold(const char *restrict string, char **restrict end) {
  __mover_note("strtold gives the nearest double");
  return strtod(string, end);
}

double atof(const char *string) { return strtod(string, NULL); }
