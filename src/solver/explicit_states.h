// Explicit-state search on the circuit: the reachable states are visited one by one, breadth first. It is best where
// few inputs matter in each state: the values of the program are computed, and only the schedules are tried.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class ExplicitStates : public ModelChecker {
 public:
  std::string_view name() const override { return "explicit"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
