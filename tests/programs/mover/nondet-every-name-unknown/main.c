/* All names of nondeterministic values that verifiers for C use. */
#include <mover.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern bool __VERIFIER_nondet__Bool(void);
extern char __VERIFIER_nondet_char(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern signed char __VERIFIER_nondet_s8(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned short __VERIFIER_nondet_u16(void);
extern short __VERIFIER_nondet_s16(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned __VERIFIER_nondet_unsigned_int(void);
extern unsigned __VERIFIER_nondet_u32(void);
extern int __VERIFIER_nondet_s32(void);
extern unsigned long __VERIFIER_nondet_pthread_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned long __VERIFIER_nondet_unsigned_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern long __VERIFIER_nondet_ssize_t(void);
extern long __VERIFIER_nondet_loff_t(void);
extern long __VERIFIER_nondet_off_t(void);
extern unsigned long __VERIFIER_nondet_u64(void);
extern long __VERIFIER_nondet_s64(void);
extern void *__VERIFIER_nondet_pointer(void);
extern char *__VERIFIER_nondet_charp(void);

int main(void) {
  switch (mover_choose(32)) {
    case 0:
      return __VERIFIER_nondet_bool() != 0;
    case 1:
      return __VERIFIER_nondet__Bool() != 0;
    case 2:
      return __VERIFIER_nondet_char() != 0;
    case 3:
      return __VERIFIER_nondet_schar() != 0;
    case 4:
      return __VERIFIER_nondet_uchar() != 0;
    case 5:
      return __VERIFIER_nondet_u8() != 0;
    case 6:
      return __VERIFIER_nondet_s8() != 0;
    case 7:
      return __VERIFIER_nondet_short() != 0;
    case 8:
      return __VERIFIER_nondet_ushort() != 0;
    case 9:
      return __VERIFIER_nondet_u16() != 0;
    case 10:
      return __VERIFIER_nondet_s16() != 0;
    case 11:
      return __VERIFIER_nondet_int() != 0;
    case 12:
      return __VERIFIER_nondet_uint() != 0;
    case 13:
      return __VERIFIER_nondet_unsigned() != 0;
    case 14:
      return __VERIFIER_nondet_unsigned_int() != 0;
    case 15:
      return __VERIFIER_nondet_u32() != 0;
    case 16:
      return __VERIFIER_nondet_s32() != 0;
    case 17:
      return __VERIFIER_nondet_pthread_t() != 0;
    case 18:
      return __VERIFIER_nondet_sector_t() != 0;
    case 19:
      return __VERIFIER_nondet_long() != 0;
    case 20:
      return __VERIFIER_nondet_ulong() != 0;
    case 21:
      return __VERIFIER_nondet_unsigned_long() != 0;
    case 22:
      return __VERIFIER_nondet_longlong() != 0;
    case 23:
      return __VERIFIER_nondet_ulonglong() != 0;
    case 24:
      return __VERIFIER_nondet_size_t() != 0;
    case 25:
      return __VERIFIER_nondet_ssize_t() != 0;
    case 26:
      return __VERIFIER_nondet_loff_t() != 0;
    case 27:
      return __VERIFIER_nondet_off_t() != 0;
    case 28:
      return __VERIFIER_nondet_u64() != 0;
    case 29:
      return __VERIFIER_nondet_s64() != 0;
    case 30:
      return __VERIFIER_nondet_pointer() != 0;
    case 31:
      return __VERIFIER_nondet_charp() != 0;
  }
  return 0;
}
