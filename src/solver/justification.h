// Generalises a state: finds the latches that, together with given inputs, determine the values of a set of literals.
// If a gate is 0, one operand that is 0 is enough, and the one that needs fewer latches is taken. This takes the place
// of ternary simulation in [EMB11, section III.A], in one pass over the circuit.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/aig.h"

namespace mover::solver {

class Justification {
 public:
  explicit Justification(const circuit::Circuit& circuit);

  // The indices of latches whose values, with these inputs, give each of the roots the value that it has.
  std::vector<uint32_t> latches(const std::vector<bool>& latches, const std::vector<bool>& inputs,
                                const std::vector<circuit::Literal>& roots);

 private:
  void evaluate(const std::vector<bool>& latches, const std::vector<bool>& inputs);
  bool value(circuit::Literal l) const { return values_[circuit::node_of(l)] != circuit::is_negated(l); }
  uint32_t cost(circuit::Literal l) const { return costs_[circuit::node_of(l)]; }
  bool is_wanted(circuit::Literal l) const { return wanted_[circuit::node_of(l)] != 0; }

  const circuit::Circuit& circuit_;
  std::vector<uint8_t> values_, wanted_;
  std::vector<uint32_t> costs_;  // about how many latches a node's value needs
};

}  // namespace mover::solver
