#include <string.h>
char b[16] = "abc";
int main(void) { char *volatile p = b; strcpy(p, p); return 0; }
