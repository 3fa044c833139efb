// Symbolic execution [Kin76] of a circuit: the schedule, program counters and addresses are enumerated, and data
// remains symbolic. In a program with nondeterministic integers, explicit search would enumerate their values, and
// bounded model checking leaves both the schedule and the data to the SAT solver. Here a symbolic state
// (symbolic_step.h) has constant control, so a step from it changes data like sequential code. The queries to the SAT
// solver are those of symbolic execution of sequential code: whether a branch is possible, and whether a bad literal
// can hold.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class SymbolicExecution : public ModelChecker {
 public:
  std::string_view name() const override { return "symbolic-execution"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
