/* <ctype.h> in the C locale: the functions, and the tables that glibc's macros read (indices -128 to 255). The tables
 * are constants, so that reading them is no visible action. */
#define _GNU_SOURCE
#include <ctype.h>
#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef tolower
#undef toupper
#undef isascii
#undef toascii

#define OFFSET 128
#define AT(from, to) [OFFSET + (from)... OFFSET + (to)]

enum {
  PRINTED = _ISprint | _ISgraph,
  LETTER = PRINTED | _ISalpha | _ISalnum,
  DIGIT = PRINTED | _ISdigit | _ISxdigit | _ISalnum,
  MARK = PRINTED | _ISpunct,
};

static const unsigned short classes[384] = {
    AT(0, 8) = _IScntrl,
    AT('\t', '\t') = _IScntrl | _ISspace | _ISblank,
    AT('\n', '\r') = _IScntrl | _ISspace,
    AT(14, 31) = _IScntrl,
    AT(' ', ' ') = _ISprint | _ISspace | _ISblank,
    AT('!', '/') = MARK,
    AT('0', '9') = DIGIT,
    AT(':', '@') = MARK,
    AT('A', 'F') = LETTER | _ISupper | _ISxdigit,
    AT('G', 'Z') = LETTER | _ISupper,
    AT('[', '`') = MARK,
    AT('a', 'f') = LETTER | _ISlower | _ISxdigit,
    AT('g', 'z') = LETTER | _ISlower,
    AT('{', '~') = MARK,
    AT(127, 127) = _IScntrl,
};

/* Rk(n) is the list of the k consecutive numbers from n on. */
#define R1(n) (n)
#define R2(n) R1(n), R1((n) + 1)
#define R4(n) R2(n), R2((n) + 2)
#define R8(n) R4(n), R4((n) + 4)
#define R16(n) R8(n), R8((n) + 8)
#define R32(n) R16(n), R16((n) + 16)
#define R64(n) R32(n), R32((n) + 32)
#define R26(n) R16(n), R8((n) + 16), R2((n) + 24)
/* The entries for -128 to -1. As in glibc, a negative char has the entry of its unsigned value, except for EOF (-1). */
#define NEGATIVE R64(128), R32(192), R16(224), R8(240), R4(248), R2(252), R1(254), R1(-1)

static const int lower[384] = {NEGATIVE, R64(0), R1('@'), R26('a'), R4('['), R1('_'), R32('`'), R64(128), R64(192)};
static const int upper[384] = {NEGATIVE, R64(0), R32('@'), R1('`'), R26('A'), R4('{'), R1(127), R64(128), R64(192)};

static const unsigned short *const classes_at_zero = classes + OFFSET;
static const int *const lower_at_zero = lower + OFFSET;
static const int *const upper_at_zero = upper + OFFSET;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_zero; }
const int **__ctype_tolower_loc(void) { return (const int **)&lower_at_zero; }
const int **__ctype_toupper_loc(void) { return (const int **)&upper_at_zero; }

#define CLASS(function, bit) \
  int function(int c) { return classes_at_zero[c] & (bit); }
CLASS(isalnum, _ISalnum)
CLASS(isalpha, _ISalpha)
CLASS(isblank, _ISblank)
CLASS(iscntrl, _IScntrl)
CLASS(isdigit, _ISdigit)
CLASS(isgraph, _ISgraph)
CLASS(islower, _ISlower)
CLASS(isprint, _ISprint)
CLASS(ispunct, _ISpunct)
CLASS(isspace, _ISspace)
CLASS(isupper, _ISupper)
CLASS(isxdigit, _ISxdigit)

/* In glibc these are defined for all values of int, unlike the other functions. */
int tolower(int c) { return c >= -OFFSET && c < 256 ? lower_at_zero[c] : c; }
int toupper(int c) { return c >= -OFFSET && c < 256 ? upper_at_zero[c] : c; }

int isascii(int c) { return (c & ~0x7f) == 0; }
int toascii(int c) { return c & 0x7f; }
