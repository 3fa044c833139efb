// k-induction [SSS00]: no execution of k steps from the initial states is bad, and no path of k good steps that visits
// no state twice has a bad successor.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class KInduction : public ModelChecker {
 public:
  std::string_view name() const override { return "k-induction"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
