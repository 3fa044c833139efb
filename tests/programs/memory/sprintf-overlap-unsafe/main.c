#include <stdio.h>
char b[32] = "abc";
int main(void) { char *volatile p = b; sprintf(p, "%s!", p); return 0; }
