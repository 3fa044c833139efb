/* The conversions %f, %e, %g and %a. The result is exact: the complete decimal expansion of the number is computed with
 * integers, and then rounded, half to even, to the requested digits. */
#include <stdint.h>

#include "builtins.h"
#include "printf.h"

/* ---- Taking floats apart ---- */

struct floating __mover_take_double(double value) {
  uint64_t bits;
  __mover_memcpy(&bits, &value, sizeof bits);
  int exponent = (int)(bits >> 52 & 0x7ff);
  uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  struct floating result = {.negative = (int)(bits >> 63), .bits = 53};
  if (exponent == 0x7ff) {
    result.kind = fraction ? NOT_A_NUMBER : INFINITE;
  } else {
    result.mantissa = exponent ? fraction | (uint64_t)1 << 52 : fraction;
    result.exponent = (exponent ? exponent : 1) - 1075;
  }
  return result;
}

struct floating __mover_take_long_double(long double value) {
  struct {
    uint64_t mantissa;
    uint16_t sign_and_exponent;
  } parts;
  __mover_memcpy(&parts, &value, 10);
  int exponent = parts.sign_and_exponent & 0x7fff;
  struct floating result = {.negative = parts.sign_and_exponent >> 15, .bits = 64};
  if (exponent == 0x7fff) {
    result.kind = parts.mantissa << 1 ? NOT_A_NUMBER : INFINITE;
  } else {
    result.mantissa = parts.mantissa;
    result.exponent = (exponent ? exponent : 1) - 16446;
    if (result.mantissa && (exponent < 16383 - 1060 || exponent > 16383 + 1060))
      __mover_unsupported("printf of a long double beyond the range of double");
  }
  return result;
}

/* ---- Decimal expansion ---- */

#define BASE 1000000000u
/* A word has nine digits. INTEGER_WORDS words before the point suffice for 2^1125, and the others for 1130 digits after
 * it. */
#define INTEGER_WORDS 40
#define WORDS (INTEGER_WORDS + 130)

/* The words word[0 … INTEGER_WORDS-1] are before the decimal point. The most significant word is the first one. Only
 * the words in [first, end) may differ from zero. */
struct decimal {
  uint32_t word[WORDS];
  int first, end;
};

static void multiply(struct decimal *d, unsigned shift) {
  uint64_t carry = 0;
  for (int i = INTEGER_WORDS - 1; i >= d->first; i--) {
    carry += (uint64_t)d->word[i] << shift;
    d->word[i] = (uint32_t)(carry % BASE);
    carry /= BASE;
  }
  if (carry) d->word[--d->first] = (uint32_t)carry;
}

/* REQUIRES: shift <= 9, so that 2^shift divides the base. */
static void divide(struct decimal *d, unsigned shift) {
  uint32_t carry = 0;
  for (int i = d->first; i < d->end; i++) {
    uint32_t word = d->word[i];
    d->word[i] = (word >> shift) + carry;
    carry = (word & ((1u << shift) - 1)) * (BASE >> shift);
  }
  if (carry) d->word[d->end++] = carry;
}

static void expand(struct decimal *d, struct floating value) {
  __mover_memset(d, 0, sizeof *d);
  d->first = d->end = INTEGER_WORDS;
  for (uint64_t rest = value.mantissa; rest; rest /= BASE) d->word[--d->first] = (uint32_t)(rest % BASE);
  for (int e = value.exponent; e > 0; e -= 29) multiply(d, e < 29 ? (unsigned)e : 29);
  for (int e = -value.exponent; e > 0; e -= 9) divide(d, e < 9 ? (unsigned)e : 9);
  while (d->first < d->end && d->word[d->first] == 0) d->first++;
}

/* The digits, without leading zeros. digit[i] has the weight 10^(exponent - i); zero has one digit 0. */
struct digits {
  char digit[WORDS * 9 + 1];
  int count;
  int exponent;
};

static void write_digits(struct digits *out, const struct decimal *d) {
  out->count = 0;
  out->exponent = 0;
  for (int i = d->first; i < d->end; i++) {
    uint32_t word = d->word[i];
    for (uint32_t unit = BASE / 10; unit; unit /= 10) {
      char digit = (char)(word / unit % 10);
      if (out->count == 0) {
        if (digit == 0) continue;
        int place = 0; /* unit == 10^place */
        for (uint32_t u = unit; u > 1; u /= 10) place++;
        out->exponent = (INTEGER_WORDS - 1 - i) * 9 + place;
      }
      out->digit[out->count++] = digit;
    }
  }
  if (out->count == 0) out->digit[out->count++] = 0;
}

static int rounds_up(const struct digits *d, int kept) {
  if (kept < 0 || d->digit[kept] < 5) return 0;
  if (d->digit[kept] > 5) return 1;
  for (int i = kept + 1; i < d->count; i++)
    if (d->digit[i]) return 1;
  return kept > 0 && d->digit[kept - 1] % 2 != 0;
}

/* Rounds to the first `kept` digits (to none if `kept` is zero or less). If that carries out of the first digit, the
 * result is a single digit 1. */
static void round_digits(struct digits *d, int kept) {
  if (kept >= d->count) return;
  int up = rounds_up(d, kept);
  d->count = kept > 0 ? kept : 0;
  if (!up) {
    if (d->count == 0) d->digit[d->count++] = 0;
    return;
  }
  int i = d->count;
  while (i > 0 && d->digit[i - 1] == 9) d->digit[--i] = 0;
  if (i > 0) {
    d->digit[i - 1]++;
    return;
  }
  d->exponent++;
  d->digit[0] = 1;
  if (d->count == 0) d->count = 1;
}

/* The digit with the weight 10^place. */
static char digit_at(const struct digits *d, int place) {
  int i = d->exponent - place;
  return (char)('0' + (i >= 0 && i < d->count ? d->digit[i] : 0));
}

/* ---- Text ---- */

struct text {
  char bytes[WORDS * 9 + 64];
  size_t length;
};

static void add(struct text *text, char byte) { text->bytes[text->length++] = byte; }

static void add_exponent(struct text *text, char letter, int exponent, int least_digits) {
  add(text, letter);
  add(text, exponent < 0 ? '-' : '+');
  if (exponent < 0) exponent = -exponent;
  char digits[8];
  int n = 0;
  for (; exponent || n < least_digits; exponent /= 10) digits[n++] = (char)('0' + exponent % 10);
  while (n > 0) add(text, digits[--n]);
}

static const char *sign_of(const struct conversion *how, struct floating value) {
  return value.negative ? "-" : how->plus ? "+" : how->space ? " " : "";
}

/* No double has more digits after the point, and the buffers have no room for more. */
#define MAX_PRECISION ((WORDS - INTEGER_WORDS) * 9)

static void check_precision(int decimals) {
  if (decimals > MAX_PRECISION) __mover_unsupported("printf with a precision of more than 1170 digits");
}

static void put_fixed(struct sink *sink, const struct conversion *how, const char *sign, const struct digits *d,
                      int decimals) {
  check_precision(decimals);
  struct text text = {.length = 0};
  for (int place = d->exponent > 0 ? d->exponent : 0; place >= 0; place--) add(&text, digit_at(d, place));
  if (decimals > 0 || how->alternative) add(&text, '.');
  for (int place = 1; place <= decimals; place++) add(&text, digit_at(d, -place));
  __mover_put_padded(sink, how, sign, text.bytes, text.length, 0, 1);
}

static void put_scientific(struct sink *sink, const struct conversion *how, const char *sign, const struct digits *d,
                           int decimals, char letter) {
  check_precision(decimals);
  struct text text = {.length = 0};
  for (int i = 0; i <= decimals; i++) {
    if (i == 1) add(&text, '.');
    add(&text, digit_at(d, d->exponent - i));
  }
  if (decimals == 0 && how->alternative) add(&text, '.');
  add_exponent(&text, letter, d->exponent, 2);
  __mover_put_padded(sink, how, sign, text.bytes, text.length, 0, 1);
}

static void put_general(struct sink *sink, const struct conversion *how, const char *sign, struct digits *d) {
  int precision = how->precision < 0 ? 6 : how->precision == 0 ? 1 : how->precision;
  round_digits(d, precision);
  int significant = d->count;
  while (significant > 1 && d->digit[significant - 1] == 0) significant--;
  int fixed = d->exponent >= -4 && d->exponent < precision;
  int decimals = (how->alternative ? precision : significant) - 1 - (fixed ? d->exponent : 0);
  if (decimals < 0) decimals = 0;
  if (fixed)
    put_fixed(sink, how, sign, d, decimals);
  else
    put_scientific(sink, how, sign, d, decimals, how->letter == 'G' ? 'E' : 'e');
}

static void put_hexadecimal(struct sink *sink, const struct conversion *how, const char *sign, struct floating value) {
  const char *alphabet = how->letter == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
  /* As in glibc: one bit before the point for a double (none if it is subnormal), four for a long double. */
  int fraction_bits = value.bits == 53 ? 52 : 60;
  uint64_t mantissa = value.mantissa;
  int exponent = mantissa ? value.exponent + fraction_bits : 0;
  int digits = fraction_bits / 4;
  if (how->precision < 0) {
    while (digits > 0 && (mantissa >> (fraction_bits - 4 * digits) & 15) == 0) digits--;
  } else if (how->precision < digits) {
    digits = how->precision;
    int dropped = fraction_bits - 4 * digits;
    uint64_t unit = (uint64_t)1 << dropped, rest = mantissa & (unit - 1);
    mantissa -= rest;
    if (rest > unit / 2 || (rest == unit / 2 && (mantissa & unit))) mantissa += unit;
    if (mantissa == 0 && value.mantissa != 0 && rest > 0) { /* a long double's carry out of 64 bits */
      mantissa = (uint64_t)1 << 60;
      exponent += 4;
    }
  }
  struct text text = {.length = 0};
  add(&text, alphabet[mantissa >> fraction_bits & 15]);
  int wanted = how->precision < 0 ? digits : how->precision;
  check_precision(wanted);
  if (wanted > 0 || how->alternative) add(&text, '.');
  for (int i = 1; i <= wanted; i++) {
    int shift = fraction_bits - 4 * i;
    add(&text, shift >= 0 && i <= digits ? alphabet[mantissa >> shift & 15] : '0');
  }
  add_exponent(&text, how->letter == 'A' ? 'P' : 'p', exponent, 1);
  char prefix[4] = {0};
  __mover_memcpy(prefix, sign, __mover_strlen(sign));
  __mover_memcpy(prefix + __mover_strlen(sign), how->letter == 'A' ? "0X" : "0x", 2);
  __mover_put_padded(sink, how, prefix, text.bytes, text.length, 0, 1);
}

void __mover_put_floating(struct sink *sink, const struct conversion *how, struct floating value) {
  const char *sign = sign_of(how, value);
  int upper = how->letter >= 'A' && how->letter <= 'Z';
  if (value.kind != FINITE) {
    const char *name = value.kind == INFINITE ? (upper ? "INF" : "inf") : (upper ? "NAN" : "nan");
    __mover_put_padded(sink, how, sign, name, 3, 0, 0);
    return;
  }
  if (how->letter == 'a' || how->letter == 'A') {
    put_hexadecimal(sink, how, sign, value);
    return;
  }
  struct decimal decimal;
  struct digits digits;
  expand(&decimal, value);
  write_digits(&digits, &decimal);
  int precision = how->precision < 0 ? 6 : how->precision;
  switch (how->letter) {
    case 'f':
    case 'F':
      round_digits(&digits, digits.exponent + 1 + precision);
      put_fixed(sink, how, sign, &digits, precision);
      break;
    case 'e':
    case 'E':
      round_digits(&digits, precision + 1);
      put_scientific(sink, how, sign, &digits, precision, how->letter);
      break;
    default:
      put_general(sink, how, sign, &digits);
      break;
  }
}
