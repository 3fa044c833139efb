// IC3 [Bra11] in the form of property directed reachability [EMB11]. Frame i is a set of clauses over latches that
// over-approximates the states that are reachable in at most i steps. The search finds states in a frame from which a
// bad step is reachable, and excludes them by new clauses. If two consecutive frames become equal, they are an
// inductive invariant.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class Pdr : public ModelChecker {
 public:
  std::string_view name() const override { return "pdr"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
