#include <stdio.h>
char b[32] = "abcdefgh";
/* The string that is read first is overwritten by the text after it. */
int main(void) { char *volatile p = b; snprintf(p, sizeof b, "%s%d", p + 4, 12345); return 0; }
