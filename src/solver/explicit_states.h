// Explicit-state search on the circuit: visits the reachable states one by one, in breadth-first order. It is fast if
// the steps from each state depend on few inputs, as in programs without nondeterministic data: then only the schedules
// are enumerated.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class ExplicitStates : public ModelChecker {
 public:
  std::string_view name() const override { return "explicit"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
