// Reachability with binary decision diagrams [BCMDH92]. The search is forward from the initial states, or backward from
// the bad states. The forward search counts the reachable states.
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

// The number of reachable states in which `where`, a function of latches, holds; 0 if the limits are reached before.
// Unlike the states of an answer, these are states of all latches, including those on which no bad literal depends.
double count_states(const Circuit& circuit, Literal where, const Limits& limits);

}  // namespace mover::solver
