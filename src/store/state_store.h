// The visited set. A state is a tuple of chunk numbers, folded into a tree (forest.h), so it costs little more than its
// root: 8 bytes. The shape of the tree is learned from the states themselves (tree_shape.h), and the set is rebuilt
// when a clearly better shape is found.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "store/chunk_table.h"
#include "store/forest.h"
#include "store/root_set.h"

namespace mover::store {

class StateStore {
 public:
  ChunkTable& chunks() { return chunks_; }

  // Returns whether the state is new.
  bool insert(const std::vector<uint32_t>& tuple);

  uint64_t size() const { return size_; }
  uint64_t memory() const;

 private:
  // The states of one length.
  struct SameLength {
    Forest forest;
    RootSet roots;
    uint64_t learn_at = 4096;  // the number of states at which the shape is learned again
  };
  void learn(SameLength& states);

  ChunkTable chunks_;
  std::map<uint32_t, SameLength> by_length_;
  uint64_t size_ = 0;
};

}  // namespace mover::store
