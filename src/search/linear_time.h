// Linear-time properties: formulas of LTL over the states of a program (docs/ltl.md). An execution violates a formula
// if the automaton of the negated formula accepts the sequence of its states.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ltl/atoms.h"
#include "ltl/automaton.h"
#include "machine/machine.h"

namespace mover {

// All acceptance sets of the automaton, as bits.
inline uint64_t all_sets(const ltl::Automaton& automaton) {
  return automaton.acceptance_sets == 64 ? ~0ull : (1ull << automaton.acceptance_sets) - 1;
}

class LinearTime {
 public:
  // An error is one sentence.
  static std::variant<LinearTime, std::string> make(const std::string& formula, const ir::Program& program);

  // To be called before reset(): actions that may change atoms become steps of their own.
  void observe(Machine& machine) const { machine.inspection().inspect(atoms_.inspected()); }
  uint64_t atoms(const Machine& machine) const { return atoms_.values(machine); }
  // Whether executing the pending action of the thread may change an atom, in this state or after steps of others.
  bool may_change_atoms(const Machine& machine, ThreadId t, const Action& action) const {
    return atoms_.is_visible(machine, t, action);
  }
  bool has_next() const { return has_next_; }  // the formula contains X, so that it can count steps
  const ltl::Automaton& violations() const { return violations_; }
  const ltl::Atoms& observed() const { return atoms_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Whether an execution whose states satisfy these atoms violates the formula. The states from `loop` on are repeated
  // for ever.
  bool is_violated_by(const std::vector<uint64_t>& atoms, size_t loop) const;

 private:
  LinearTime(ltl::Atoms atoms, const ltl::Formula& formula, std::vector<std::string> warnings);

  ltl::Atoms atoms_;
  bool has_next_;
  ltl::Automaton violations_;
  std::vector<std::string> warnings_;
};

}  // namespace mover
