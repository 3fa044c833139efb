// Predicate abstraction [GS97] with refinement by counterexamples [CGJLV00], for circuits with wide words, such as
// counters and numbers of 32 bits. An abstract state consists of the control state and the values of predicates over
// the words, such as x == y + 1, so that unbounded loops over counters have few abstract states. The search visits all
// reachable abstract states. If one of them has a bad step, the inputs that lead there are executed. Either the
// execution reaches the bad step, which is a violation, or it differs from the abstract one in some condition. In the
// second case, the condition and its weakest preconditions along the execution become predicates. So no predicate has
// to be guessed.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class PredicateAbstraction : public ModelChecker {
 public:
  // A word is wide if it has more than `narrow` latches.
  explicit PredicateAbstraction(size_t narrow = 8) : narrow_(narrow) {}
  std::string_view name() const override { return "predicates"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;

 private:
  size_t narrow_;
};

}  // namespace mover::solver
