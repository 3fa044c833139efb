// Tree compression [LPW11]: tuples of one length, each folded into a binary tree of hash-consed pairs of numbers. The
// trees of two states that differ in one element share all nodes except those on the path from this element to the
// root.
//
// The compression is lossless: the root determines the tuple. Tuples of different lengths have different forests, and
// all tuples of one forest are folded by the same shape, so decoding reverses encoding.
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
  std::vector<uint32_t> last_;    // the nodes of the tree that was folded last
  std::vector<uint8_t> changed_;  // scratch
};

}  // namespace mover::store
