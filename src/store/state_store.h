// The visited set. A state is a tuple of chunk numbers; the tuple is folded into a binary tree whose nodes are pairs of
// numbers, each pair stored once [tree compression: Laarman, van de Pol, Weber, SPIN 2011]. States share all but the
// changed path, so a state costs little more than its root: 8 bytes. How the tree is folded is learned from the states
// themselves (tree_shape.h), and the set folded anew when something clearly better is found.
//
// Lossless: the root determines the tuple. Tuples of different length have different trees, and within one length all
// are folded the same way, so a number is always read the way it was written.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "store/chunk_table.h"
#include "store/pair_table.h"
#include "store/root_set.h"
#include "store/tree_shape.h"

namespace mover::store {

class StateStore {
 public:
  ChunkTable& chunks() { return chunks_; }

  // Whether the state is new.
  bool insert(const std::vector<uint32_t>& tuple);

  uint64_t size() const { return size_; }
  uint64_t memory() const;

 private:
  // The states of one length.
  struct Forest {
    TreeShape shape;
    PairTable nodes;
    RootSet roots;
    std::vector<uint32_t> last;  // the nodes of the tree inserted last, to skip what has not changed
    uint64_t learn_at = 4096;    // so many states are a reason to look for a better shape

    explicit Forest(TreeShape s) : shape(std::move(s)) {}
    bool insert(const std::vector<uint32_t>& tuple, std::vector<uint8_t>& changed);
    std::vector<uint32_t> tuple_of(uint64_t root) const;
  };
  void learn(Forest& forest);

  ChunkTable chunks_;
  std::map<uint32_t, Forest> by_length_;
  std::vector<uint8_t> changed_;  // scratch
  uint64_t size_ = 0;
};

}  // namespace mover::store
