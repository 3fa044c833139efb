// Bounded model checking [BCCZ99]: executions of growing length, as a question to a SAT solver. Each of two ways wins
// by orders of magnitude on some circuits: one depth after the other, and one question for the disjunction of many
// depths. It is complete where no execution has a further step, or all longer ones visit a state twice (the recurrence
// diameter).
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
