/* Structs by value of every size and kind that the calling convention treats differently: in registers, in floating
 * registers, mixed, in memory; as arguments, results and variadic arguments. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct s1 {
  unsigned char byte[1];
};
static struct s1 make1(int seed) {
  struct s1 s;
  for (int i = 0; i < 1; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check1(int before, struct s1 s, int after) {
  for (int i = 0; i < 1; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick1(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s1 s = va_arg(list, struct s1);
    good &= check1(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s2 {
  unsigned char byte[2];
};
static struct s2 make2(int seed) {
  struct s2 s;
  for (int i = 0; i < 2; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check2(int before, struct s2 s, int after) {
  for (int i = 0; i < 2; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick2(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s2 s = va_arg(list, struct s2);
    good &= check2(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s3 {
  unsigned char byte[3];
};
static struct s3 make3(int seed) {
  struct s3 s;
  for (int i = 0; i < 3; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check3(int before, struct s3 s, int after) {
  for (int i = 0; i < 3; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick3(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s3 s = va_arg(list, struct s3);
    good &= check3(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s4 {
  unsigned char byte[4];
};
static struct s4 make4(int seed) {
  struct s4 s;
  for (int i = 0; i < 4; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check4(int before, struct s4 s, int after) {
  for (int i = 0; i < 4; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick4(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s4 s = va_arg(list, struct s4);
    good &= check4(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s5 {
  unsigned char byte[5];
};
static struct s5 make5(int seed) {
  struct s5 s;
  for (int i = 0; i < 5; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check5(int before, struct s5 s, int after) {
  for (int i = 0; i < 5; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick5(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s5 s = va_arg(list, struct s5);
    good &= check5(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s7 {
  unsigned char byte[7];
};
static struct s7 make7(int seed) {
  struct s7 s;
  for (int i = 0; i < 7; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check7(int before, struct s7 s, int after) {
  for (int i = 0; i < 7; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick7(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s7 s = va_arg(list, struct s7);
    good &= check7(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s8 {
  unsigned char byte[8];
};
static struct s8 make8(int seed) {
  struct s8 s;
  for (int i = 0; i < 8; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check8(int before, struct s8 s, int after) {
  for (int i = 0; i < 8; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick8(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s8 s = va_arg(list, struct s8);
    good &= check8(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s9 {
  unsigned char byte[9];
};
static struct s9 make9(int seed) {
  struct s9 s;
  for (int i = 0; i < 9; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check9(int before, struct s9 s, int after) {
  for (int i = 0; i < 9; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick9(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s9 s = va_arg(list, struct s9);
    good &= check9(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s12 {
  unsigned char byte[12];
};
static struct s12 make12(int seed) {
  struct s12 s;
  for (int i = 0; i < 12; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check12(int before, struct s12 s, int after) {
  for (int i = 0; i < 12; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick12(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s12 s = va_arg(list, struct s12);
    good &= check12(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s15 {
  unsigned char byte[15];
};
static struct s15 make15(int seed) {
  struct s15 s;
  for (int i = 0; i < 15; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check15(int before, struct s15 s, int after) {
  for (int i = 0; i < 15; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick15(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s15 s = va_arg(list, struct s15);
    good &= check15(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s16 {
  unsigned char byte[16];
};
static struct s16 make16(int seed) {
  struct s16 s;
  for (int i = 0; i < 16; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check16(int before, struct s16 s, int after) {
  for (int i = 0; i < 16; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick16(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s16 s = va_arg(list, struct s16);
    good &= check16(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s17 {
  unsigned char byte[17];
};
static struct s17 make17(int seed) {
  struct s17 s;
  for (int i = 0; i < 17; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check17(int before, struct s17 s, int after) {
  for (int i = 0; i < 17; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick17(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s17 s = va_arg(list, struct s17);
    good &= check17(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s24 {
  unsigned char byte[24];
};
static struct s24 make24(int seed) {
  struct s24 s;
  for (int i = 0; i < 24; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check24(int before, struct s24 s, int after) {
  for (int i = 0; i < 24; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick24(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s24 s = va_arg(list, struct s24);
    good &= check24(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s31 {
  unsigned char byte[31];
};
static struct s31 make31(int seed) {
  struct s31 s;
  for (int i = 0; i < 31; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check31(int before, struct s31 s, int after) {
  for (int i = 0; i < 31; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick31(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s31 s = va_arg(list, struct s31);
    good &= check31(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s32 {
  unsigned char byte[32];
};
static struct s32 make32(int seed) {
  struct s32 s;
  for (int i = 0; i < 32; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check32(int before, struct s32 s, int after) {
  for (int i = 0; i < 32; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick32(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s32 s = va_arg(list, struct s32);
    good &= check32(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s33 {
  unsigned char byte[33];
};
static struct s33 make33(int seed) {
  struct s33 s;
  for (int i = 0; i < 33; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check33(int before, struct s33 s, int after) {
  for (int i = 0; i < 33; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick33(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s33 s = va_arg(list, struct s33);
    good &= check33(seed, s, seed);
  }
  va_end(list);
  return good;
}

struct s64 {
  unsigned char byte[64];
};
static struct s64 make64(int seed) {
  struct s64 s;
  for (int i = 0; i < 64; i++) s.byte[i] = (unsigned char)(seed + i);
  return s;
}
static int check64(int before, struct s64 s, int after) {
  for (int i = 0; i < 64; i++)
    if (s.byte[i] != (unsigned char)(before + i)) return 0;
  s.byte[0] = 99;
  return before == after;
}
static int pick64(int count, ...) {
  va_list list;
  va_start(list, count);
  int good = 1;
  for (int i = 0; i < count; i++) {
    int seed = va_arg(list, int);
    struct s64 s = va_arg(list, struct s64);
    good &= check64(seed, s, seed);
  }
  va_end(list);
  return good;
}

int main(void) {
  struct s1 v1 = make1(1);
  assert(check1(1, v1, 1) && v1.byte[0] == 1);
  assert(check1(3, make1(3), 3) && pick1(2, 5, make1(5), 6, make1(6)));
  struct s2 v2 = make2(2);
  assert(check2(2, v2, 2) && v2.byte[0] == 2);
  assert(check2(3, make2(3), 3) && pick2(2, 5, make2(5), 6, make2(6)));
  struct s3 v3 = make3(3);
  assert(check3(3, v3, 3) && v3.byte[0] == 3);
  assert(check3(3, make3(3), 3) && pick3(2, 5, make3(5), 6, make3(6)));
  struct s4 v4 = make4(4);
  assert(check4(4, v4, 4) && v4.byte[0] == 4);
  assert(check4(3, make4(3), 3) && pick4(2, 5, make4(5), 6, make4(6)));
  struct s5 v5 = make5(5);
  assert(check5(5, v5, 5) && v5.byte[0] == 5);
  assert(check5(3, make5(3), 3) && pick5(2, 5, make5(5), 6, make5(6)));
  struct s7 v7 = make7(7);
  assert(check7(7, v7, 7) && v7.byte[0] == 7);
  assert(check7(3, make7(3), 3) && pick7(2, 5, make7(5), 6, make7(6)));
  struct s8 v8 = make8(8);
  assert(check8(8, v8, 8) && v8.byte[0] == 8);
  assert(check8(3, make8(3), 3) && pick8(2, 5, make8(5), 6, make8(6)));
  struct s9 v9 = make9(9);
  assert(check9(9, v9, 9) && v9.byte[0] == 9);
  assert(check9(3, make9(3), 3) && pick9(2, 5, make9(5), 6, make9(6)));
  struct s12 v12 = make12(12);
  assert(check12(12, v12, 12) && v12.byte[0] == 12);
  assert(check12(3, make12(3), 3) && pick12(2, 5, make12(5), 6, make12(6)));
  struct s15 v15 = make15(15);
  assert(check15(15, v15, 15) && v15.byte[0] == 15);
  assert(check15(3, make15(3), 3) && pick15(2, 5, make15(5), 6, make15(6)));
  struct s16 v16 = make16(16);
  assert(check16(16, v16, 16) && v16.byte[0] == 16);
  assert(check16(3, make16(3), 3) && pick16(2, 5, make16(5), 6, make16(6)));
  struct s17 v17 = make17(17);
  assert(check17(17, v17, 17) && v17.byte[0] == 17);
  assert(check17(3, make17(3), 3) && pick17(2, 5, make17(5), 6, make17(6)));
  struct s24 v24 = make24(24);
  assert(check24(24, v24, 24) && v24.byte[0] == 24);
  assert(check24(3, make24(3), 3) && pick24(2, 5, make24(5), 6, make24(6)));
  struct s31 v31 = make31(31);
  assert(check31(31, v31, 31) && v31.byte[0] == 31);
  assert(check31(3, make31(3), 3) && pick31(2, 5, make31(5), 6, make31(6)));
  struct s32 v32 = make32(32);
  assert(check32(32, v32, 32) && v32.byte[0] == 32);
  assert(check32(3, make32(3), 3) && pick32(2, 5, make32(5), 6, make32(6)));
  struct s33 v33 = make33(33);
  assert(check33(33, v33, 33) && v33.byte[0] == 33);
  assert(check33(3, make33(3), 3) && pick33(2, 5, make33(5), 6, make33(6)));
  struct s64 v64 = make64(64);
  assert(check64(64, v64, 64) && v64.byte[0] == 64);
  assert(check64(3, make64(3), 3) && pick64(2, 5, make64(5), 6, make64(6)));
  return 0;
}
