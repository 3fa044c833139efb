#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
  assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("", "") == 0 && strcmp("ab", "a") > 0);
  assert(strcmp("\xff", "a") > 0);
  assert(strncmp("abcX", "abcY", 3) == 0 && strncmp("abcX", "abcY", 4) < 0 && strncmp("a", "b", 0) == 0);
  assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABx", "aby", 2) == 0 && strcasecmp("a", "B") < 0);
  assert(memcmp("a\0b", "a\0c", 3) < 0 && memcmp("x", "y", 0) == 0 && strcoll("a", "b") < 0);
  char open[2] = {'a', 'b'};
  assert(strncmp(open, "ab", 2) == 0 && strnlen(open, 2) == 2 && memchr(open, 'a', 99) == open);
  return 0;
}
