// The shape of the trees that the tuples of one length are folded into. A shape is a list of merges: the columns of the
// tuple are nodes 0 … length-1, merge i makes node length+i from two earlier nodes, and the last two nodes are the
// children of the root.
//
// Every distinct value of an inner node is stored, so a good shape has few such values: it merges first the columns
// that change together (a lock's owner and the thread that owns it) and last those that are independent. `learn` finds
// a shape greedily from a sample of states: it repeatedly merges the two nodes with the fewest distinct pairs of
// values.
#pragma once

#include <cstdint>
#include <vector>

namespace mover::store {

struct TreeShape {
  struct Merge {
    uint32_t left, right;
  };
  uint32_t length = 0;
  std::vector<Merge> merges;  // length - 2 of them
  Merge root{};

  static TreeShape balanced(uint32_t length);
  // REQUIRES: all tuples have this length, at least 2.
  static TreeShape learn(uint32_t length, const std::vector<std::vector<uint32_t>>& sample);

  // The number of distinct values of the inner nodes over the sample.
  uint64_t cost(const std::vector<std::vector<uint32_t>>& sample) const;
};

}  // namespace mover::store
