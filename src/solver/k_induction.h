// k-induction [SSS00]: proves that the first k steps of every execution are good, and that after k good steps that
// visit no state twice, the next step is good.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class KInduction : public ModelChecker {
 public:
  std::string_view name() const override { return "k-induction"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
