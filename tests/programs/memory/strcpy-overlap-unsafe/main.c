#include <string.h>
char b[16] = "abcdef";
int main(void) { char *volatile p = b; strcpy(p + 2, p); return 0; }
