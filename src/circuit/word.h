// Circuits for the arithmetic of machine words in two's complement, with the same results as in the interpreter
// (vm/arithmetic.cc). A word is a vector of literals, least significant bit first. The operands of an operation have
// the same width unless a comment says otherwise.
#pragma once

#include <cstdint>
#include <string>

#include "circuit/aig.h"

namespace mover::circuit {

// The smallest width, at least 1, of words that have this number of values.
unsigned bits_for(uint64_t values);
Word constant_word(uint64_t value, unsigned width);  // bits above the 64th are 0
Word input_word(Circuit& c, const std::string& name, unsigned width);
Word latch_word(Circuit& c, const std::string& name, unsigned width, uint64_t initial);
Word free_latch_word(Circuit& c, const std::string& name, unsigned width);  // any initial value
void set_next(Circuit& c, const Word& latches, const Word& next);

Word bit_not(const Word& a);
Word bit_and(Circuit& c, const Word& a, const Word& b);
Word bit_or(Circuit& c, const Word& a, const Word& b);
Word bit_xor(Circuit& c, const Word& a, const Word& b);

Word add(Circuit& c, const Word& a, const Word& b);
Word sub(Circuit& c, const Word& a, const Word& b);
Word neg(Circuit& c, const Word& a);
Word mul(Circuit& c, const Word& a, const Word& b);
// If the divisor is zero, the result of udiv is all ones, and that of urem is the dividend, as in SMT-LIB and BTOR2.
// sdiv and srem are defined in terms of udiv and urem.
Word udiv(Circuit& c, const Word& a, const Word& b);
Word urem(Circuit& c, const Word& a, const Word& b);
Word sdiv(Circuit& c, const Word& a, const Word& b);
Word srem(Circuit& c, const Word& a, const Word& b);

// The amount may have any width. An amount of at least the width of `a` shifts out all bits.
Word shl(Circuit& c, const Word& a, const Word& amount);
Word lshr(Circuit& c, const Word& a, const Word& amount);
Word ashr(Circuit& c, const Word& a, const Word& amount);

Literal eq(Circuit& c, const Word& a, const Word& b);
Literal eq(Circuit& c, const Word& a, uint64_t value);
Literal ult(Circuit& c, const Word& a, const Word& b);
Literal slt(Circuit& c, const Word& a, const Word& b);
inline Literal ne(Circuit& c, const Word& a, const Word& b) { return negate(eq(c, a, b)); }
inline Literal ule(Circuit& c, const Word& a, const Word& b) { return negate(ult(c, b, a)); }
inline Literal ugt(Circuit& c, const Word& a, const Word& b) { return ult(c, b, a); }
inline Literal uge(Circuit& c, const Word& a, const Word& b) { return negate(ult(c, a, b)); }
inline Literal sle(Circuit& c, const Word& a, const Word& b) { return negate(slt(c, b, a)); }
inline Literal sgt(Circuit& c, const Word& a, const Word& b) { return slt(c, b, a); }
inline Literal sge(Circuit& c, const Word& a, const Word& b) { return negate(slt(c, a, b)); }

Word ite(Circuit& c, Literal condition, const Word& then, const Word& otherwise);
Word zero_extend(const Word& a, unsigned width);  // truncates the word if `width` is smaller than its width
Word sign_extend(const Word& a, unsigned width);
Word extract(const Word& a, unsigned low, unsigned width);
Word concat(const Word& high, const Word& low);

Literal any_bit(Circuit& c, const Word& a);
Literal all_bits(Circuit& c, const Word& a);
Literal parity(Circuit& c, const Word& a);

// Whether the exact result does not fit into the width.
Literal uadd_overflows(Circuit& c, const Word& a, const Word& b);
Literal sadd_overflows(Circuit& c, const Word& a, const Word& b);
Literal usub_overflows(Circuit& c, const Word& a, const Word& b);
Literal ssub_overflows(Circuit& c, const Word& a, const Word& b);
Literal umul_overflows(Circuit& c, const Word& a, const Word& b);
Literal smul_overflows(Circuit& c, const Word& a, const Word& b);
Literal sdiv_overflows(Circuit& c, const Word& a, const Word& b);

// The functions of ir::MathOp. The number of leading or trailing zeros of 0 is the width.
Word popcount(Circuit& c, const Word& a);
Word leading_zeros(Circuit& c, const Word& a);
Word trailing_zeros(Circuit& c, const Word& a);
Word byte_swap(const Word& a);
Word bit_reverse(const Word& a);

}  // namespace mover::circuit
