/* <stdlib.h>: integers, sorting and searching. The heap is in malloc.c, the end of the program in exit.c, pseudo-random
 * numbers are in random.c, floating-point numbers in strtod.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "builtins.h"
#include "local.h"

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

/* ---- Text to integers ---- */

struct parsed {
  uint64_t magnitude;
  int negative;
  int overflow;  /* the magnitude does not fit in 64 bits */
  size_t length; /* the number of characters up to the end of the number; 0: there is no number */
};

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static struct parsed parse(const char *string, int base) {
  struct parsed result = {0};
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return result;
  }
  LOCAL_COPY(text, string);
  size_t i = 0;
  while (is_space(text[i])) i++;
  if (text[i] == '-' || text[i] == '+') result.negative = text[i++] == '-';
  int hexadecimal = text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X') && digit_value(text[i + 2]) < 16;
  if ((base == 0 || base == 16) && hexadecimal) {
    i += 2;
    base = 16;
  } else if (base == 0) {
    base = text[i] == '0' ? 8 : 10;
  }
  for (; digit_value(text[i]) < base; i++) {
    result.overflow |= __builtin_mul_overflow(result.magnitude, (uint64_t)base, &result.magnitude);
    result.overflow |= __builtin_add_overflow(result.magnitude, (uint64_t)digit_value(text[i]), &result.magnitude);
    result.length = i + 1;
  }
  return result;
}

long strtol(const char *restrict string, char **restrict end, int base) {
  struct parsed number = parse(string, base);
  if (end) *end = (char *)string + number.length;
  uint64_t limit = (uint64_t)LONG_MAX + (number.negative ? 1 : 0);
  if (number.overflow || number.magnitude > limit) {
    errno = ERANGE;
    return number.negative ? LONG_MIN : LONG_MAX;
  }
  return number.negative ? (long)-number.magnitude : (long)number.magnitude;
}

unsigned long strtoul(const char *restrict string, char **restrict end, int base) {
  struct parsed number = parse(string, base);
  if (end) *end = (char *)string + number.length;
  if (number.overflow) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return number.negative ? -number.magnitude : number.magnitude;
}

long long strtoll(const char *restrict string, char **restrict end, int base) { return strtol(string, end, base); }
unsigned long long strtoull(const char *restrict string, char **restrict end, int base) {
  return strtoul(string, end, base);
}
intmax_t strtoimax(const char *restrict string, char **restrict end, int base) { return strtol(string, end, base); }
uintmax_t strtoumax(const char *restrict string, char **restrict end, int base) { return strtoul(string, end, base); }

/* The names of these functions in the headers of glibc 2.38 and later. */
long __isoc23_strtol(const char *string, char **end, int base) { return strtol(string, end, base); }
unsigned long __isoc23_strtoul(const char *string, char **end, int base) { return strtoul(string, end, base); }
long long __isoc23_strtoll(const char *string, char **end, int base) { return strtol(string, end, base); }
unsigned long long __isoc23_strtoull(const char *string, char **end, int base) { return strtoul(string, end, base); }

int atoi(const char *string) { return (int)strtol(string, NULL, 10); }
long atol(const char *string) { return strtol(string, NULL, 10); }
long long atoll(const char *string) { return strtol(string, NULL, 10); }

/* ---- Sorting and searching ---- */

typedef int (*comparison)(const void *, const void *, void *);

/* Sorts from[0, n) by merge sort, with `spare` as a buffer. REQUIRES: no other thread accesses these arrays. */
static void merge_sort(char *from, char *spare, size_t n, size_t size, comparison compare, void *context) {
  if (n < 2) return;
  size_t half = n / 2;
  merge_sort(from, spare, half, size, compare, context);
  merge_sort(from + half * size, spare, n - half, size, compare, context);
  size_t a = 0, b = half;
  for (size_t i = 0; i < n; i++) {
    int first = b == n || (a < half && compare(from + a * size, from + b * size, context) <= 0);
    size_t taken = first ? a++ : b++;
    __mover_memcpy(spare + i * size, from + taken * size, size);
  }
  __mover_memcpy(from, spare, n * size);
}

/* Like glibc, sorts a copy: the caller's array is read once and written once. */
void qsort_r(void *base, size_t n, size_t size, comparison compare, void *context) {
  if (n < 2 || size == 0) return;
  _Alignas(16) char copy[n * size];
  _Alignas(16) char spare[n * size];
  __mover_memcpy(copy, base, n * size);
  merge_sort(copy, spare, n, size, compare, context);
  __mover_memcpy(base, copy, n * size);
}

static int without_context(const void *a, const void *b, void *compare) {
  return ((int (*)(const void *, const void *))compare)(a, b);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  qsort_r(base, n, size, without_context, (void *)compare);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}
