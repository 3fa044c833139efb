/* <string.h>: searching and splitting strings. */
#define _GNU_SOURCE
#include <string.h>

#include "local.h"

/* As the standard requires, memchr does not access bytes after the first match. */
void *memchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  return NULL;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *bytes = s;
  while (*bytes != (unsigned char)c) bytes++;
  return (void *)bytes;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = n; i > 0; i--)
    if (bytes[i - 1] == (unsigned char)c) return (void *)(bytes + i - 1);
  return NULL;
}

void *memmem(const void *haystack, size_t length, const void *needle, size_t wanted) {
  if (wanted == 0) return (void *)haystack;
  if (wanted > length) return NULL;
  unsigned char hay[length], pin[wanted];
  __mover_copy_text(hay, haystack, length);
  __mover_copy_text(pin, needle, wanted);
  for (size_t i = 0; i + wanted <= length; i++) {
    size_t j = 0;
    while (j < wanted && hay[i + j] == pin[j]) j++;
    if (j == wanted) return (char *)haystack + i;
  }
  return NULL;
}

char *strchrnul(const char *s, int c) {
  LOCAL_COPY(bytes, s);
  size_t i = 0;
  while (bytes[i] && bytes[i] != (char)c) i++;
  return (char *)s + i;
}

char *strchr(const char *s, int c) {
  LOCAL_COPY(bytes, s);
  for (size_t i = 0; i < bytes_size; i++)
    if (bytes[i] == (char)c) return (char *)s + i;
  return NULL;
}

char *index(const char *s, int c) { return strchr(s, c); }

char *strrchr(const char *s, int c) {
  LOCAL_COPY(bytes, s);
  for (size_t i = bytes_size; i > 0; i--)
    if (bytes[i - 1] == (char)c) return (char *)s + i - 1;
  return NULL;
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

char *strstr(const char *haystack, const char *needle) {
  return memmem(haystack, __mover_strlen(haystack), needle, __mover_strlen(needle));
}

char *strcasestr(const char *haystack, const char *needle) {
  size_t length = __mover_strlen(needle);
  for (size_t left = __mover_strlen(haystack); left >= length; left--, haystack++)
    if (strncasecmp(haystack, needle, length) == 0) return (char *)haystack;
  return NULL;
}

/* The length of the longest prefix of s whose bytes are all in `set` (in = 1), or all not in `set` (in = 0). */
static size_t span(const char *s, const char *set, int in) {
  LOCAL_COPY(bytes, s);
  LOCAL_COPY(accepted, set);
  unsigned char is_member[256] = {0};
  for (size_t i = 0; accepted[i]; i++) is_member[(unsigned char)accepted[i]] = 1;
  size_t i = 0;
  while (bytes[i] && is_member[(unsigned char)bytes[i]] == in) i++;
  return i;
}

size_t strspn(const char *s, const char *accepted) { return span(s, accepted, 1); }

size_t strcspn(const char *s, const char *rejected) { return span(s, rejected, 0); }

char *strpbrk(const char *s, const char *wanted) {
  s += span(s, wanted, 0);
  return *s ? (char *)s : NULL;
}

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
  if (!s) s = *rest;
  s += strspn(s, delimiters);
  size_t length = strcspn(s, delimiters);
  if (length == 0) {
    *rest = s;
    return NULL;
  }
  char *end = s + length;
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

/* One position for all threads, as in glibc: using it from two threads is a race. */
static char *strtok_rest;

char *strtok(char *restrict s, const char *restrict delimiters) { return strtok_r(s, delimiters, &strtok_rest); }

char *strsep(char **restrict s, const char *restrict delimiters) {
  char *token = *s;
  if (!token) return NULL;
  char *end = token + strcspn(token, delimiters);
  if (*end)
    *end++ = 0;
  else
    end = NULL;
  *s = end;
  return token;
}
