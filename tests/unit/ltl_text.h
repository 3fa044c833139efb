// Formulas as text, with every operator in parentheses.
#pragma once

#include <string>
#include <vector>

#include "ltl/formula.h"

namespace mover::ltl {

// `atoms`: the texts of the atoms; an atom without one is a letter.
inline std::string text(const Formula& f, const std::vector<std::string>& atoms = {}) {
  using Op = Formula::Op;
  switch (f.op()) {
    case Op::True:
      return "true";
    case Op::False:
      return "false";
    case Op::Atom:
      return f.number() < atoms.size() ? atoms[f.number()] : std::string(1, static_cast<char>('a' + f.number()));
    case Op::Not:
      return "!" + text(f.operand(), atoms);
    case Op::Next:
      return "X " + text(f.operand(), atoms);
    default:
      const char* op = f.op() == Op::And ? " && " : f.op() == Op::Or ? " || " : f.op() == Op::Until ? " U " : " R ";
      return "(" + text(f.left(), atoms) + op + text(f.right(), atoms) + ")";
  }
}

}  // namespace mover::ltl
