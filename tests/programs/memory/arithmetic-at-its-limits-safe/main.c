#include <limits.h>
#include <stdint.h>

static int bits = 31, minus_one = -1, seven = 7;
static double numbers[] = {-2147483648.9, 2147483647.9, 4294967295.5, -0.5, 9223372036854774784.0, -9223372036854775808.0};

int main(void) {
  unsigned u = 1u << bits;
  uint64_t wide = (uint64_t)1 << (bits * 2 + 1);
  unsigned __int128 wider = (unsigned __int128)1 << (bits * 4 + 3);
  int quotient = (INT_MIN + 1) / minus_one, rest = INT_MIN % seven;
  int low = (int)numbers[0], high = (int)numbers[1];
  unsigned most = (unsigned)numbers[2], none = (unsigned)numbers[3];
  long large = (long)numbers[4], small = (long)numbers[5];
  int exact = (int)-2147483648.0f;
  unsigned char byte = (unsigned char)(float)(bits * 8 + 7.5);
  switch (seven) {
    case 7: return u == 1 || wide == 1 || wider == 1 || quotient != INT_MAX || rest != -2 || low != INT_MIN || high != INT_MAX ||
                   most != UINT_MAX || none != 0 || large <= 0 || small != LONG_MIN || exact != INT_MIN || byte != 255;
  }
  __builtin_unreachable();
}
