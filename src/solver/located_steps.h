// The steps of a circuit from a location. A location is a tuple of values of the program counters. Under a location and
// a choice of the scheduler, most of the circuit becomes constant. What remains are functions of the other latches and
// inputs: the condition of the step, the next location, and the latches that change.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "solver/encoder.h"
#include "solver/sat.h"
#include "solver/solver.h"

namespace mover::solver {

using Location = std::vector<bool>;

// A step. Its literals are functions over LocatedSteps::functions().
struct LocatedStep {
  uint32_t choice = 0;  // the values of the control inputs
  Literal enabled = circuit::kTrue, bad = circuit::kFalse;
  struct Change {
    uint32_t latch = 0;  // an index in LocatedSteps::others()
    Literal next = circuit::kFalse;
  };
  struct Branch {
    Location to;
    Literal condition = circuit::kTrue;
    std::vector<Change> changes;
  };
  std::vector<Branch> branches;  // if the step is enabled, exactly one of their conditions holds
  std::vector<uint32_t> gates;   // on which the literals depend, in topological order
};

class LocatedSteps {
 public:
  // REQUIRES: the circuit lives as long as this object.
  LocatedSteps(const Circuit& source, const Limits& limits);

  bool has_locations() const { return !counters_.empty(); }  // the circuit has program counters and few choices
  const std::vector<uint32_t>& counters() const { return counters_; }  // the latches of a location, by index
  const std::vector<uint32_t>& others() const { return others_; }      // the other latches
  const std::vector<uint32_t>& control_inputs() const { return control_inputs_; }  // by index
  // A combinational circuit with an input for each of others(), followed by one for each input of the source.
  const Circuit& functions() const { return functions_; }

  // All steps from a location; null: there are too many branches, or a limit was reached.
  const std::vector<LocatedStep>* from(const Location& location);

 private:
  bool add_step(uint32_t choice, std::vector<LocatedStep>& steps);
  bool add_branches(LocatedStep& step);
  bool find_targets(const std::vector<Literal>& next, Literal enabled, std::vector<Location>& targets);
  Literal of(Literal l) const { return values_[circuit::node_of(l)] ^ (l & 1); }

  const Circuit& source_;
  const Limits& limits_;
  std::vector<uint32_t> counters_, others_, control_inputs_;
  std::vector<uint32_t> gates_;  // the gates of the source on which steps depend, in topological order
  Circuit functions_;
  Sat sat_;  // for questions about functions_
  Encoder encoder_;
  std::vector<Literal> values_;  // by node of the source
  std::unordered_map<Location, std::vector<LocatedStep>> steps_;
};

}  // namespace mover::solver
