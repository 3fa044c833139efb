// Three bit-fields fill 16 bytes to the last bit; each is written before the bytes are read.
#include <assert.h>
#include <string.h>
struct Packed { unsigned char low : 4; unsigned long mid : 64; unsigned long high : 60; } __attribute__((packed));
int main(void) {
  struct Packed p;
  p.low = 15; p.mid = ~0ul; p.high = ~0ul;
  unsigned long words[2];
  memcpy(words, &p, sizeof words);
  assert(words[0] == ~0ul);
  assert(words[1] == ~0ul);
  return 0;
}
