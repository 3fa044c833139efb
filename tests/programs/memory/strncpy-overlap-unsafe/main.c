#include <string.h>
char b[16] = "abcdef";
/* What is filled with zeros is what was read. */
int main(void) { char *volatile p = b; strncpy(p, p + 4, 8); return 0; }
