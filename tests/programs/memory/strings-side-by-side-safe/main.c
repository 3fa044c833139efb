#include <assert.h>
#include <stdio.h>
#include <string.h>
char b[32];
int main(void) {
  char *volatile p = b;
  strcpy(p, "abcd");
  strcpy(p + 5, p);              /* the byte after the last one */
  assert(!strcmp(p + 5, "abcd"));
  strncpy(p + 10, p + 5, 4);     /* four bytes, and no zero */
  strncat(p + 15, p, 4);
  assert(!strcmp(p + 15, "abcd"));
  snprintf(p, 5, "%s%s", p + 5, p + 15); /* cut off in time */
  assert(!strcmp(p, "abcd"));
  assert(snprintf(p, 0, "%s", p) == 4);
  snprintf(p + 20, 12, "%.2s|%d", p, 5);
  assert(!strcmp(p + 20, "ab|5"));
  memmove(p + 1, p, 4);
  memcpy(p, p, 5);               /* as an assignment to itself */
  return 0;
}
