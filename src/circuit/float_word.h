// Circuits for the arithmetic of binary floating-point numbers (IEEE 754, rounding to nearest, ties to even), with the
// same results as in the interpreter (vm/floating.cc). The operands are words in the format's encoding.
#pragma once

#include "circuit/word.h"

namespace mover::circuit {

struct FloatFormat {
  unsigned exponent = 0, fraction = 0;  // the numbers of bits
  unsigned width() const { return 1 + exponent + fraction; }
};
constexpr FloatFormat kSingle{8, 23}, kDouble{11, 52};

// Where is_nan holds, the result is not a number, and `bits` are arbitrary: machines differ in the bits of a NaN.
struct FloatResult {
  Word bits;
  Literal is_nan = kFalse;
};

FloatResult float_add(Circuit& c, const FloatFormat& format, const Word& a, const Word& b);
FloatResult float_mul(Circuit& c, const FloatFormat& format, const Word& a, const Word& b);
FloatResult float_convert(Circuit& c, const FloatFormat& from, const FloatFormat& to, const Word& a);
Word float_from_integer(Circuit& c, const FloatFormat& format, const Word& integer, bool is_signed);
Word float_negate(Word a);

Literal float_eq(Circuit& c, const FloatFormat& format, const Word& a, const Word& b);  // false for a NaN
Literal float_lt(Circuit& c, const FloatFormat& format, const Word& a, const Word& b);  // false for a NaN
Literal float_unordered(Circuit& c, const FloatFormat& format, const Word& a, const Word& b);

}  // namespace mover::circuit
