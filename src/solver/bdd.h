// Reachability with binary decision diagrams [BCMDH92] on BuDDy: the transition relation in parts, one for each latch,
// merged while they stay small, and variables quantified as soon as no later part mentions them [RAB95]. The search is
// forward from the initial states, or backward from the bad ones. The forward search counts states.
//
// BuDDy has global state and cannot be interrupted: each check runs in a process of its own, which is killed when the
// limits are reached.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class BddReachability : public ModelChecker {
 public:
  enum class Direction { Forward, Backward };
  explicit BddReachability(Direction direction) : direction_(direction) {}
  std::string_view name() const override { return direction_ == Direction::Forward ? "bdd" : "bdd-backward"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;

 private:
  Direction direction_;
};

}  // namespace mover::solver
