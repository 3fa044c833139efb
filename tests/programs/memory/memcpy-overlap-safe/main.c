#include <string.h>
struct S { int a[8]; } s, v[2];
char b[16];
static void copy(struct S *to, struct S *from) { *to = *from; }
int main(void) { int n = 8; memmove(b + 4, b, n); memcpy(b + 8, b, n); copy(&s, &s); copy(v, v + 1); memcpy(b, b, 0); return 0; }
