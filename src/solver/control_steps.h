// The steps of a circuit from a control state. The latches of a circuit are divided into control, whose values are
// enumerated, and data: the bits of wide words, such as counters and numbers of 32 bits. Under a control state and
// values of the inputs, most of the circuit becomes constant. What remains are functions of the data: the condition of
// the step, the next control state, and the update of the data.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "solver/conditions.h"
#include "solver/solver.h"

namespace mover::solver {

// A step. Its literals are constants and functions of the data.
struct ControlStep {
  std::vector<Literal> inputs;  // 2 * i: the input with index i is 1; 2 * i + 1: it is 0; other inputs do not matter
  std::vector<Literal> conditions;  // the step is possible if all of them hold
  Literal bad = circuit::kFalse;
  std::vector<Literal> control;  // the next control state
  uint32_t update = 0;           // the number of the data's update: see ControlSteps::after()
};

class ControlSteps {
 public:
  // A word is wide if it has more than `narrow` latches. REQUIRES: the circuit lives as long as this object. Gates are
  // added to it.
  ControlSteps(Circuit& circuit, size_t narrow, const Limits& limits);

  const std::vector<uint32_t>& control() const { return control_; }  // the indices of latches
  const std::vector<uint32_t>& data() const { return data_; }

  Conditions& conditions() { return *conditions_; }

  // All steps from a control state; null: they depend on too many inputs, or a limit was reached.
  const std::vector<ControlStep>* from(const std::vector<bool>& control);
  // A function of the data, applied to the data after a step with this update.
  Literal after(uint32_t update, Literal function);

 private:
  static constexpr size_t kMostSteps = 4096;
  bool expand(const std::vector<Literal>& inputs, const std::vector<Literal>& conditions,
              std::vector<ControlStep>& steps);
  uint32_t deciding_input();
  uint32_t deciding_condition();
  Literal of(Literal l) const { return values_[circuit::node_of(l)] ^ (l & 1); }
  uint32_t number_of(std::vector<Literal> update);

  Circuit& circuit_;
  size_t narrow_;
  const Limits& limits_;
  std::vector<uint32_t> control_, data_;  // indices of latches
  std::vector<uint32_t> gates_;           // the gates on which steps depend, in topological order
  std::optional<Conditions> conditions_;
  Literal enabled_, bad_;
  std::vector<Literal> values_;  // by node of the given circuit: its function of data and of inputs without a value
  std::vector<uint32_t> first_input_;  // by node: the smallest index of the inputs on which it depends
  std::unordered_map<std::vector<bool>, std::vector<ControlStep>> steps_;
  std::map<std::vector<Literal>, uint32_t> numbers_;          // of updates
  std::vector<std::vector<Literal>> updates_;                 // by number: the next values of data()
  std::vector<std::unordered_map<uint32_t, Literal>> after_;  // by update and node
};

}  // namespace mover::solver
