#include <assert.h>
unsigned rot(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
int main(void) { assert(rot(1, 0) == 1 && rot(1, 31) == 0x80000000u); unsigned char c = 200; assert((c << 20) == 200 << 20); return 0; }
