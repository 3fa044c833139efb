// Random simulation, 64 executions at once.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "circuit/aig.h"

namespace mover::circuit {

class Simulation {
 public:
  static constexpr unsigned kLanes = 64;
  explicit Simulation(const Circuit& circuit, uint64_t seed = 1);

  // Random inputs. Executions in which they violate a constraint stay in their states.
  void step();
  // After a step: the executions that have made it.
  uint64_t advanced() const { return advanced_; }

  // A bit of each execution.
  uint64_t latch(uint32_t index) const { return state_[index]; }
  // A function of latches alone. REQUIRES: evaluate() since the last step.
  void evaluate();
  uint64_t value(Literal l) const { return is_negated(l) ? ~values_[node_of(l)] : values_[node_of(l)]; }

 private:
  const Circuit& circuit_;
  std::mt19937_64 random_;
  std::vector<uint64_t> state_, values_;
  uint64_t advanced_ = 0;
};

}  // namespace mover::circuit
