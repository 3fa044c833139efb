// The minimum and the maximum of two words, for builtin functions and atomic operations.
#pragma once

#include "circuit/word.h"

namespace mover::terms {

inline circuit::Word minimum(circuit::Circuit& c, const circuit::Word& a, const circuit::Word& b, bool is_signed) {
  return circuit::ite(c, is_signed ? circuit::slt(c, a, b) : circuit::ult(c, a, b), a, b);
}

inline circuit::Word maximum(circuit::Circuit& c, const circuit::Word& a, const circuit::Word& b, bool is_signed) {
  return circuit::ite(c, is_signed ? circuit::slt(c, a, b) : circuit::ult(c, a, b), b, a);
}

}  // namespace mover::terms
