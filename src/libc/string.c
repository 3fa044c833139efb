/* <string.h>, <strings.h>: copying and comparing. A string is read with one access for its length and one for its
 * bytes. Functions that may stop before the end (strnlen, strcmp, strncmp, memchr, …) read byte by byte, because they
 * must not access later bytes. Searching is in string_search.c. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "builtins.h"
#include "local.h"

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  __mover_no_overlap(to, from, n);
  if (n) __mover_memcpy(to, from, n);
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  if (n) __mover_memcpy(to, from, n);
  return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __mover_no_overlap(to, from, n);
  if (n) __mover_memcpy(to, from, n);
  return (char *)to + n;
}

void *memset(void *to, int byte, size_t n) {
  if (n) __mover_memset(to, byte, n);
  return to;
}

void bzero(void *to, size_t n) {
  if (n) __mover_memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n) {
  if (n) __mover_memset(to, 0, n);
}

void bcopy(const void *from, void *to, size_t n) {
  if (n) __mover_memcpy(to, from, n);
}

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t n) {
  unsigned char bytes[AT_LEAST_ONE(n)];
  for (size_t i = 0; i < n; i++) {
    bytes[i] = ((const unsigned char *)from)[i];
    if (bytes[i] == (unsigned char)stop) {
      __mover_apart(to, i + 1, from, i + 1);
      __mover_copy_text(to, bytes, i + 1);
      return (char *)to + i + 1;
    }
  }
  __mover_apart(to, n, from, n);
  if (n) __mover_copy_text(to, bytes, n);
  return NULL;
}

size_t strlen(const char *s) { return __mover_strlen(s); }

size_t strnlen(const char *s, size_t n) {
  size_t length = 0;
  while (length < n && s[length]) length++;
  return length;
}

char *strcpy(char *restrict to, const char *restrict from) {
  size_t n = __mover_strlen(from) + 1;
  __mover_apart(to, n, from, n);
  __mover_copy_text(to, from, n);
  return to;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  size_t length = __mover_strlen(from);
  __mover_apart(to, length + 1, from, length + 1);
  __mover_copy_text(to, from, length + 1);
  return to + length;
}

/* Copies at most n bytes of the string `from` to the private buffer `to`, without a NUL. Returns the number of
 * bytes. */
static size_t copy_prefix(char *to, const char *from, size_t n) {
  size_t length = 0;
  for (; length < n; length++) {
    char byte = from[length];
    if (!byte) break;
    to[length] = byte;
  }
  return length;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  char bytes[AT_LEAST_ONE(n)];
  size_t length = copy_prefix(bytes, from, n);
  __mover_apart(to, n, from, length + (length < n));
  if (length < n) __mover_memset(bytes + length, 0, n - length);
  if (n) __mover_copy_text(to, bytes, n);
  return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + __mover_strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
  /* n is often much larger than the string, so no buffer of that size is allocated. */
  size_t end = __mover_strlen(to), length = strnlen(from, n);
  char bytes[length + 1];
  __mover_apart(to + end, length + 1, from, length + (length < n));
  if (length) __mover_copy_text(bytes, from, length);
  bytes[length] = 0;
  __mover_copy_text(to + end, bytes, length + 1);
  return to;
}

char *strdup(const char *s) {
  size_t size = __mover_strlen(s) + 1;
  char *copy = malloc(size);
  if (copy) __mover_copy_text(copy, s, size);
  return copy;
}

char *strndup(const char *s, size_t n) {
  size_t length = strnlen(s, n);
  char *copy = malloc(length + 1);
  if (!copy) return NULL;
  if (length) __mover_copy_text(copy, s, length);
  copy[length] = 0;
  return copy;
}

int memcmp(const void *a, const void *b, size_t n) {
  unsigned char x[AT_LEAST_ONE(n)], y[AT_LEAST_ONE(n)];
  if (n) __mover_copy_text(x, a, n);
  if (n) __mover_copy_text(y, b, n);
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

/* The byte as a number; `fold`: after conversion to lower case (in the C locale). */
static int value_of(char byte, int fold) {
  int c = (unsigned char)byte;
  return fold && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Bytes after the first difference are not read, because another thread may write them. */
static int compare(const char *a, const char *b, size_t n, int fold) {
  for (size_t i = 0; i < n; i++) {
    int p = value_of(a[i], fold), q = value_of(b[i], fold);
    if (p != q || p == 0) return p - q;
  }
  return 0;
}

int strcmp(const char *a, const char *b) { return compare(a, b, (size_t)-1, 0); }

int strcasecmp(const char *a, const char *b) { return compare(a, b, (size_t)-1, 1); }

/* In some locales, the result depends on all bytes of the strings, so all of them are read. */
int strcoll(const char *a, const char *b) {
  __mover_strlen(a);
  __mover_strlen(b);
  return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t n) { return compare(a, b, n, 0); }

int strncasecmp(const char *a, const char *b, size_t n) { return compare(a, b, n, 1); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
  size_t length = __mover_strlen(from);
  if (length < n) __mover_apart(to, length + 1, from, length + 1);
  if (length < n) __mover_copy_text(to, from, length + 1);
  return length;
}
