// Bounded model checking [BCCZ99]: a SAT solver searches for bad steps in executions of growing length. It gets either
// one depth at a time, or the disjunction of many depths in one call. Each of the two is faster by orders of magnitude
// on some circuits. The search is complete if no execution has more steps, or if all longer executions visit a state
// twice (the recurrence diameter).
#pragma once

#include "solver/solver.h"

namespace mover::solver {

class Bmc : public ModelChecker {
 public:
  enum class Depths { OneByOne, Together };
  explicit Bmc(Depths depths) : depths_(depths) {}
  std::string_view name() const override { return depths_ == Depths::OneByOne ? "bmc" : "bmc-oneshot"; }
  Answer check(const Circuit& circuit, const Limits& limits) override;

 private:
  Depths depths_;
};

}  // namespace mover::solver
