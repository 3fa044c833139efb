// IC3 [Bra11], in the form of property directed reachability [EMB11]: a sequence of sets of clauses over latches, each
// of which contains the states that are reachable in so many steps, is refined by cubes of states that lead to a bad
// one, until two of the sets are equal: an inductive invariant.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class Pdr : public ModelChecker {
 public:
  std::string_view name() const override { return "pdr"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;
};

}  // namespace mover::solver
