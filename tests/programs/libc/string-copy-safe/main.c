#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char a[16], b[16];
  assert(strcpy(a, "hello") == a && strcmp(a, "hello") == 0);
  assert(stpcpy(b, "xy") == b + 2 && strlen(b) == 2);
  strcat(a, " you");
  assert(strcmp(a, "hello you") == 0);
  memset(b, 'z', sizeof b);
  strncpy(b, "abc", 5);
  assert(memcmp(b, "abc\0\0z", 6) == 0);
  strncpy(b, "abcdef", 3);
  assert(memcmp(b, "abc\0", 4) == 0);
  strncat(b, "defgh", 2);
  assert(strcmp(b, "abcde") == 0);
  memmove(a + 1, a, 5);
  assert(strncmp(a, "hhello", 6) == 0);
  assert(mempcpy(b, "12", 2) == b + 2 && b[1] == '2');
  assert(memccpy(b, "a;b", ';', 3) == b + 2);
  bzero(a, 3);
  assert(a[0] == 0 && a[2] == 0 && a[3] == 'l');
  char *copy = strdup("copy"), *part = strndup("partial", 4);
  assert(strcmp(copy, "copy") == 0 && strcmp(part, "part") == 0);
  free(copy);
  free(part);
  return 0;
}
