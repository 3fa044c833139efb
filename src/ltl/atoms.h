// The atoms of formulas, whose names are resolved with the debug information of the checked program.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "ltl/expression.h"
#include "ltl/typed.h"
#include "machine/machine.h"

namespace mover::ltl {

class Atoms {
 public:
  // An error is one sentence, with the column in the formula. REQUIRES: there are at most kMostAtoms expressions, and
  // the program outlives the result.
  static std::variant<Atoms, std::string> resolve(const std::vector<Expression>& expressions,
                                                  const ir::Program& program);

  // The atoms that hold in the current state, as bits. An atom that has no value in this state (docs/ltl.md) does not
  // hold. REQUIRES: the machine has Inspection, and inspected() was passed to it before reset().
  uint64_t values(const Machine& machine) const;
  const Inspected& inspected() const { return inspected_; }
  const std::vector<Typed>& expressions() const { return atoms_; }

  // Whether executing the pending action of the thread may change the value of an atom, in this state or after steps of
  // other threads, which may change the addresses that the atoms read.
  bool is_visible(const Machine& machine, ThreadId thread, const Action& action) const;

 private:
  bool may_change(const Typed& expression, const Machine& machine, ThreadId thread, const Action& action) const;

  std::vector<Typed> atoms_;
  Inspected inspected_;
};

}  // namespace mover::ltl
