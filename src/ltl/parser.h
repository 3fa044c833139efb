// The parser of LTL formulas, in the syntax that SPIN and Spot have in common (docs/ltl.md).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ltl/expression.h"
#include "ltl/formula.h"

namespace mover::ltl {

// A formula with its atoms: atom i of the formula is element i.
struct Specification {
  std::string name;  // empty: it has none
  std::string text;
  Formula formula;
  std::vector<Expression> atoms;
  // The formula has the operator X. Otherwise it is stutter-invariant: whether an execution satisfies it does not
  // depend on how often a state is repeated.
  bool uses_next = false;
  std::vector<std::string> warnings;  // sentences
};

// "column 3: …" in the message of an error.
std::variant<Specification, std::string> parse(std::string_view text);

// A file of formulas: one on each line, if necessary after a name and a colon; # begins a comment. Messages begin with
// the place, "file:line:column: ".
std::variant<std::vector<Specification>, std::string> parse_file(const std::string& file, std::string_view contents);

}  // namespace mover::ltl
