#include <assert.h>
#include <stdint.h>

union number {
  uint32_t word;
  uint16_t half[2];
  uint8_t byte[4];
  float real;
};

struct packet {
  unsigned version : 4;
  unsigned type : 3;
  signed delta : 5;
  unsigned : 0;
  unsigned long long id : 40;
  _Bool last : 1;
};

int main(void) {
  union number n = {.word = 0x11223344};
  assert(n.byte[0] == 0x44 && n.byte[3] == 0x11 && n.half[1] == 0x1122);
  n.real = 1.0f;
  assert(n.word == 0x3f800000);

  struct packet p = {0};
  p.version = 15;
  p.type = 9; /* 9 mod 8 */
  p.delta = -3;
  p.id = 0xffffffffffull;
  p.last = 2;
  assert(p.version == 15 && p.type == 1 && p.delta == -3 && p.id == 0xffffffffffull && p.last == 1);
  p.version++;
  p.delta -= 10;
  p.id += 1;
  assert(p.version == 0 && p.type == 1 && p.delta == -13 && p.id == 0 && p.last == 1);
  return 0;
}
