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
  const ltl::Automaton& violations() const { return violations_; }
  const ltl::Atoms& observed() const { return atoms_; }
  bool counts_steps() const { return counts_steps_; }  // the formula uses X
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Whether the execution violates the formula whose states have these atoms; those from `loop` on are repeated.
  bool is_violated_by(const std::vector<uint64_t>& atoms, size_t loop) const;

 private:
  LinearTime(ltl::Atoms atoms, ltl::Automaton violations, bool counts_steps, std::vector<std::string> warnings)
      : atoms_(std::move(atoms)),
        violations_(std::move(violations)),
        counts_steps_(counts_steps),
        warnings_(std::move(warnings)) {}

  ltl::Atoms atoms_;
  ltl::Automaton violations_;
  bool counts_steps_;
  std::vector<std::string> warnings_;
};

}  // namespace mover
