// A sequential circuit, step by step, as one combinational circuit: time frame expansion [BCCZ99]. Before a solver sees
// the gates, equal gates of all steps are hash-consed, and constants are propagated from the initial state.
#pragma once

#include <vector>

#include "circuit/aig.h"
#include "solver/solver.h"

namespace mover::solver {

class Unrolling {
 public:
  enum class Start { Initial, Anywhere };
  Unrolling(const Circuit& source, Start start);

  struct Step {
    std::vector<Literal> latches, inputs, bads;
    std::vector<Literal> constraints;  // and known invariants, where the path may start anywhere
    Literal any_bad = circuit::kFalse;
  };
  const Step& step(size_t i);  // adds all steps up to this one

  // One of the first `steps` steps is bad, and the constraints hold up to that step.
  Literal bad_within(size_t steps);

  Circuit& circuit() { return circuit_; }

  // The execution of `steps` steps in a solver's model: `value` gives the value of an input of circuit().
  template <typename Value>
  Trace trace(size_t steps, Value value) {
    Trace trace;
    for (Literal l : step(0).latches) trace.initial.push_back(value(l));
    for (size_t i = 0; i < steps; ++i) {
      trace.inputs.emplace_back();
      for (Literal l : steps_[i].inputs) trace.inputs.back().push_back(value(l));
    }
    return trace;
  }

 private:
  void add_step();

  const Circuit& source_;
  Start start_;
  Circuit circuit_;
  std::vector<Literal> next_;  // the latches of the step that comes
  std::vector<Step> steps_;
};

}  // namespace mover::solver
