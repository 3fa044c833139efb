// Time frame expansion [BCCZ99]: unrolls a sequential circuit into a combinational circuit with a copy for each step.
// Equal gates of all steps are hash-consed, and constants are propagated from the initial state.
#pragma once

#include <map>
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
    std::vector<Literal> constraints;  // with Start::Anywhere, also the known invariants of the circuit
    Literal any_bad = circuit::kFalse;
  };
  const Step& step(size_t i);  // adds the steps up to this one that do not exist yet
  // Adds a step in which these inputs, by index, have these values.
  const Step& add_step(const std::map<size_t, bool>& fixed = {});

  // One of the first `steps` steps is bad, and the constraints hold up to that step.
  Literal bad_within(size_t steps);

  Circuit& circuit() { return circuit_; }

  // The execution of `steps` steps that a solver has found. value(l) is the solver's value of an input of circuit().
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
  struct Copy {
    Step step;
    std::vector<Literal> next;  // the latches of the next step
  };
  Copy copy(const std::vector<Literal>& latches, const std::map<size_t, bool>& forced);
  std::map<size_t, bool> forced_inputs(const Step& step) const;

  const Circuit& source_;
  Start start_;
  Circuit circuit_;
  std::vector<Literal> next_;  // the latches of the next step to be added
  std::vector<Step> steps_;
};

}  // namespace mover::solver
