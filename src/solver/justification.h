// Generalises a state: finds latches that, together with the given inputs, determine the values of a set of literals.
// If a gate is 0, one operand that is 0 suffices, and the operand that needs fewer latches is chosen. This replaces the
// ternary simulation of [EMB11, section III.A] by one pass over the circuit.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/aig.h"

namespace mover::solver {

class Justification {
 public:
  explicit Justification(const circuit::Circuit& circuit);

  // The indices of latches whose values, together with these inputs, determine the values of all roots.
  std::vector<uint32_t> latches(const std::vector<bool>& latches, const std::vector<bool>& inputs,
                                const std::vector<circuit::Literal>& roots);

 private:
  void evaluate(const std::vector<bool>& latches, const std::vector<bool>& inputs);
  bool value(circuit::Literal l) const { return values_[circuit::node_of(l)] != circuit::is_negated(l); }
  uint32_t cost(circuit::Literal l) const { return costs_[circuit::node_of(l)]; }
  bool is_wanted(circuit::Literal l) const { return wanted_[circuit::node_of(l)] != 0; }

  const circuit::Circuit& circuit_;
  std::vector<uint8_t> values_, wanted_;
  std::vector<uint32_t> costs_;  // an estimate of the number of latches that determine the node's value
};

}  // namespace mover::solver
