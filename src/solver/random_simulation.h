// Random simulation: executes the circuit with random inputs, 64 executions at a time. It proves nothing, but it finds
// violations that many executions have, however long these are: its time grows only linearly with their length.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class RandomSimulation : public ModelChecker {
 public:
  std::string_view name() const override { return "simulation"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
