// Random simulation of a circuit: 64 executions in parallel, one in each bit of a word.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "circuit/aig.h"

namespace mover::circuit {

class Simulation {
 public:
  static constexpr unsigned kLanes = 64;
  explicit Simulation(const Circuit& circuit, uint64_t seed = 1);

  // Executes a step with random inputs. An execution in which they violate a constraint remains in its state.
  void step();
  // Chooses the values of an input in the next step, one for each execution.
  void choose(Literal input, uint64_t values) { chosen_.emplace_back(input, values); }
  // The executions that have taken the last step, one bit for each.
  uint64_t advanced() const { return advanced_; }

  // The value of a latch in each execution.
  uint64_t latch(uint32_t index) const { return state_[index]; }
  // Evaluates all gates in the current states.
  void evaluate();
  // The value of a literal over latches in each execution. REQUIRES: evaluate() was called after the last step.
  uint64_t value(Literal l) const { return is_negated(l) ? ~values_[node_of(l)] : values_[node_of(l)]; }

 private:
  const Circuit& circuit_;
  std::mt19937_64 random_;
  std::vector<uint64_t> state_, values_;
  uint64_t advanced_ = 0;
  std::vector<std::pair<Literal, uint64_t>> chosen_;
};

// The values of all nodes in one step of 64 executions.
std::vector<uint64_t> evaluate_lanes(const Circuit& circuit, const std::vector<uint64_t>& latches,
                                     const std::vector<uint64_t>& inputs);

}  // namespace mover::circuit
