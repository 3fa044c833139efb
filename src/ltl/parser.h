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
  std::string name;  // empty: the formula has no name
  std::string text;
  Formula formula;
  std::vector<Expression> atoms;
  // The formula contains the operator X. A formula without X is stutter-invariant: whether an execution satisfies it
  // does not depend on how often a state is repeated.
  bool uses_next = false;
  std::vector<std::string> warnings;  // sentences
};

// The message of an error begins with the column: "column 3: …".
std::variant<Specification, std::string> parse(std::string_view text);

// Parses a file with one formula on each line, optionally after a name and a colon; # begins a comment. Error messages
// begin with the place: "file:line:column: ".
std::variant<std::vector<Specification>, std::string> parse_file(const std::string& file, std::string_view contents);

}  // namespace mover::ltl
