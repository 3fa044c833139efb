// Random simulation: executes the circuit with random inputs, 64 executions at a time. It proves nothing, but it finds
// violations that many executions reach, even after many steps: its time grows only linearly with the length of the
// executions.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class RandomSimulation : public ModelChecker {
 public:
  std::string_view name() const override { return "simulation"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
