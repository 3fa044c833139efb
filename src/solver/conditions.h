// Divides functions of wide words into atomic conditions. The condition of a branch is often a combination of several
// comparisons, such as x == 0 || x > y. A gate is such a combination if both of its operands are functions of whole
// words. Otherwise it is atomic: each operand of the gate of x == y compares only some of the bits.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/solver.h"

namespace mover::solver {

class Conditions {
 public:
  // `data`: the indices of latches. REQUIRES: the circuit lives as long as this object. Gates may be added to it.
  Conditions(const Circuit& circuit, const std::vector<uint32_t>& data);

  // Whether the node depends on whole words.
  bool is_whole(uint32_t node);
  // Whether the node is a gate that combines conditions. REQUIRES: it is a function of data.
  bool is_combination(uint32_t node);
  // Calls f(node) for the atomic conditions on which the function depends.
  template <typename F>
  void each_atomic(Literal function, F f) {
    std::vector<uint32_t> stack = {circuit::node_of(function)};
    while (!stack.empty()) {
      const uint32_t node = stack.back();
      stack.pop_back();
      if (is_combination(node)) {
        stack.push_back(circuit::node_of(circuit_.left(node)));
        stack.push_back(circuit::node_of(circuit_.right(node)));
      } else if (node != 0) {
        f(node);
      }
    }
  }

 private:
  void extend();
  bool is_union_of_words(const uint64_t* latches) const;

  const Circuit& circuit_;
  size_t size_;
  std::vector<uint32_t> position_;  // by latch: its position in data, plus 1; 0: it is not data
  // Sets of latches, as size_ words each.
  std::vector<uint64_t> wide_words_;  // by wide word
  std::vector<uint64_t> support_;     // by node: the latches on which it depends
  std::vector<bool> is_whole_;        // by node: it depends on whole words
  std::vector<bool> is_combination_;  // by node
};

}  // namespace mover::solver
