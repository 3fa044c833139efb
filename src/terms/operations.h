// Circuits of the IR's operations, with the same results as in the interpreter (vm/arithmetic.cc, vm/floating.cc). The
// operands have the same width.
#pragma once

#include <optional>

#include "circuit/float_word.h"
#include "ir/ops.h"

namespace mover::terms {

using circuit::Circuit;
using circuit::Literal;
using circuit::Word;

Literal compares(Circuit& c, ir::Predicate predicate, const Word& a, const Word& b);
Literal compares_floats(Circuit& c, ir::Predicate predicate, const Word& a, const Word& b);
Literal overflows(Circuit& c, ir::OverflowOf op, const Word& a, const Word& b);
circuit::FloatFormat format_of(unsigned width);

// The result of arithmetic on integers: an operation of two words, Op::Overflow or Op::Math (`sub` says which).
// Nullopt: there is no circuit for the operation. A division by zero has the result of circuit::udiv, urem, sdiv or
// srem.
std::optional<Word> integer_result(Circuit& c, ir::Op op, uint8_t sub, const Word& a, const Word& b);

}  // namespace mover::terms
