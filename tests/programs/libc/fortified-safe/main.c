/* The functions that _FORTIFY_SOURCE substitutes. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

char *__strcpy_chk(char *, const char *, size_t);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __printf_chk(int, const char *, ...);

int main(void) {
  char s[8];
  __strcpy_chk(s, "abc", sizeof s);
  assert(strcmp(s, "abc") == 0);
  assert(__snprintf_chk(s, sizeof s, 1, sizeof s, "%d", 42) == 2 && strcmp(s, "42") == 0);
  assert(__printf_chk(1, "%s\n", s) == 3);
  return 0;
}
