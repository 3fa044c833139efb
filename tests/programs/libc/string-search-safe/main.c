#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void) {
  const char *s = "a,b,,c";
  assert(strchr(s, ',') == s + 1 && strrchr(s, ',') == s + 4 && strchr(s, 'x') == NULL && strchr(s, 0) == s + 6);
  assert(strstr(s, ",,") == s + 3 && strstr(s, "") == s && strstr(s, "abc") == NULL);
  assert(strspn("aab", "a") == 2 && strcspn("abc", "cx") == 2 && strpbrk(s, "c,") == s + 1 && strpbrk(s, "z") == NULL);
  assert(memchr(s, 'c', 6) == s + 5 && memchr(s, 'c', 5) == NULL && memrchr(s, ',', 6) == s + 4);
  assert(strnlen("abc", 2) == 2 && strnlen("abc", 5) == 3 && strlen("") == 0);
  char text[] = "one two  three", *rest;
  assert(strcmp(strtok_r(text, " ", &rest), "one") == 0 && strcmp(strtok_r(NULL, " ", &rest), "two") == 0);
  assert(strcmp(strtok_r(NULL, " ", &rest), "three") == 0 && strtok_r(NULL, " ", &rest) == NULL);
  char fields[] = "x::y", *at = fields;
  assert(strcmp(strsep(&at, ":"), "x") == 0 && strcmp(strsep(&at, ":"), "") == 0);
  assert(strcmp(strsep(&at, ":"), "y") == 0 && at == NULL && strsep(&at, ":") == NULL);
  char words[] = "a b";
  assert(strcmp(strtok(words, " "), "a") == 0 && strcmp(strtok(NULL, " "), "b") == 0 && strtok(NULL, " ") == NULL);
  assert(strcmp(strerror(EINVAL), "Invalid argument") == 0 && strcmp(strerror(7777), "Unknown error 7777") == 0);
  return 0;
}
