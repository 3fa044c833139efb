#include <assert.h>
#include <limits.h>
#include <stdint.h>

enum colour { RED, GREEN = 5, BLUE };

int main(void) {
  unsigned char c = 255;
  c++;
  assert(c == 0);
  signed char s = (signed char)200;
  assert(s == -56 && (unsigned char)s == 200);
  unsigned u = 0;
  u--;
  assert(u == UINT_MAX && u > 0 && -1 > 1u);
  int negative = -7;
  assert(negative / 2 == -3 && negative % 2 == -1 && negative >> 1 == -4 && (unsigned)negative >> 28 == 15);
  assert((1ull << 40) == 1099511627776ull && (int64_t)INT_MAX + 1 == 2147483648ll);
  short h = SHRT_MAX;
  assert(h + 1 == 32768 && (short)(h + 1) == SHRT_MIN);
  assert(BLUE == 6 && sizeof(enum colour) == 4);
  _Bool b = 0.5;
  assert(b == 1 && !b == 0 && (b && !0) && (0 || b));
  int i = 5;
  assert((i = 3, i * 2) == 6 && (i > 2 ? 1 : 0));
  i ^= 6, i |= 8, i &= ~1, i <<= 2, i >>= 1, i %= 13;
  assert(i == 24 % 13);
  __int128 wide = (__int128)INT64_MAX * 4;
  assert((int64_t)(wide / 4) == INT64_MAX && (int64_t)(wide >> 32) == 0x1ffffffffll);
  unsigned __int128 uw = ((unsigned __int128)1 << 100) + 5;
  assert((uint64_t)(uw % 7) == (uint64_t)((2 + 5) % 7) && (uint64_t)(uw >> 100) == 1 && -wide < wide);
  assert(__builtin_popcount(255) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_bswap32(1) == 1 << 24);
  int overflow;
  assert(__builtin_add_overflow(INT_MAX, 1, &overflow) && !__builtin_mul_overflow(1000, 1000, &overflow));
  return 0;
}
