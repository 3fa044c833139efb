// All solvers side by side; the first answer counts.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class Portfolio : public ModelChecker {
 public:
  std::string_view name() const override { return "portfolio"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
