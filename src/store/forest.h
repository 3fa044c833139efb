// Tuples of one length, each folded into a binary tree of hash-consed pairs of numbers: tree compression [LPW11].
// States share all but the changed path.
//
// Lossless: the root determines the tuple. Tuples of different lengths have different forests, and all tuples of one
// forest are folded by the same shape, so a number is always decoded the way it was encoded.
#pragma once

#include <cstdint>
#include <vector>

#include "store/pair_table.h"
#include "store/tree_shape.h"

namespace mover::store {

class Forest {
 public:
  explicit Forest(TreeShape shape) : shape_(std::move(shape)) {}

  // Returns the root of the tuple's tree.
  uint64_t fold(const std::vector<uint32_t>& tuple);
  std::vector<uint32_t> tuple_of(uint64_t root) const;
  const TreeShape& shape() const { return shape_; }
  uint64_t memory() const { return nodes_.memory(); }

 private:
  TreeShape shape_;
  PairTable nodes_;
  std::vector<uint32_t> last_;    // the nodes of the tree folded last, so that unchanged parts are skipped
  std::vector<uint8_t> changed_;  // scratch
};

}  // namespace mover::store
