// Time frame expansion by locations: a copy of the circuit for each step and each location that executions may have
// reached then [GG08]. A copy for a location has only the gates of the steps from there, because the program counters
// are constants. Executions that reach the same location after the same number of steps share a copy: multiplexers
// select their data. Data that is the same function for all of them needs no multiplexer. So different orders of
// independent steps need few additional gates, because they lead to the same functions.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "solver/located_steps.h"

namespace mover::solver {

class LocatedUnrolling {
 public:
  LocatedUnrolling(const Circuit& source, const Limits& limits);

  struct Step {
    Literal possible = circuit::kFalse;  // the inputs up to this step are those of an execution
    Literal bad = circuit::kFalse;       // and this step of it is bad
  };
  bool has_locations() const { return steps_from_.has_locations(); }
  // Adds a step. Null: there are too many locations or branches, or a limit was reached. is_possible(l) asks a solver
  // whether l can hold; a location that no execution reaches is omitted.
  using IsPossible = std::function<bool(Literal)>;
  const Step* add_step(const IsPossible& is_possible);
  size_t size() const { return steps_.size(); }
  const Step& step(size_t i) const { return steps_[i].step; }
  Circuit& circuit() { return circuit_; }

  // The execution of `steps` steps that a solver has found. value(l) is the solver's value of an input of circuit().
  template <typename Value>
  Trace trace(size_t steps, Value value) {
    std::vector<bool> inputs;
    for (const circuit::Input& input : circuit_.inputs()) inputs.push_back(value(2 * input.node));
    return trace_of(steps, inputs);
  }

 private:
  // The executions that have reached a location.
  struct Reached {
    Literal guard = circuit::kTrue;
    std::vector<Literal> latches;  // of LocatedSteps::others()
  };
  struct Taken {
    Literal guard = circuit::kTrue;
    uint32_t choice = 0;
  };
  struct Frame {
    Step step;
    std::vector<Taken> taken;     // the choices of the scheduler; at most one guard holds
    std::vector<Literal> inputs;  // of the source, except for control inputs
    std::vector<Literal> choices;
  };
  using Arrivals = std::map<Location, std::vector<Reached>>;
  void execute(const LocatedStep& step, const Reached& from, Literal guard, Frame& frame, Arrivals& arrivals,
               const IsPossible& is_possible);
  Reached merge(std::vector<Reached>& arrivals);
  Literal of(Literal l) const { return values_[circuit::node_of(l)] ^ (l & 1); }
  Trace trace_of(size_t steps, const std::vector<bool>& inputs);

  const Circuit& source_;
  const Limits& limits_;
  LocatedSteps steps_from_;
  Circuit circuit_;
  std::vector<Literal> initial_;  // by latch of the source
  std::map<Location, Reached> reached_;
  std::vector<Frame> steps_;
  std::vector<Literal> values_;  // by node of LocatedSteps::functions()
};

}  // namespace mover::solver
