// A portfolio: runs all solvers in parallel, and returns the first definite answer.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class Portfolio : public ModelChecker {
 public:
  std::string_view name() const override { return "portfolio"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
