#include <stdio.h>
char b[32] = "%d";
int main(void) { char *volatile p = b; sprintf(p, p, 7); return 0; }
