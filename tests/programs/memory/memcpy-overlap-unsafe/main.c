#include <string.h>
char b[16];
int main(void) { int n = 8; memcpy(b + 4, b, n); return 0; }
