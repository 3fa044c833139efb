// The visited set. A state is a tuple of chunk numbers; the tuple is folded into a binary tree whose nodes are pairs of
// numbers, each pair stored once [LTSmin's tree compression: Laarman, van de Pol, Weber, SPIN 2011]. States share
// all but the changed path, so a state costs little more than its root: 8 bytes and its place in the index.
//
// Lossless: the root determines the tuple. Trees of tuples of different length never share a root table, and within
// one length the shape is fixed, so a number is always read the way it was written.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "store/chunk_table.h"
#include "store/pair_table.h"

namespace mover::store {

class StateStore {
 public:
  ChunkTable& chunks() { return chunks_; }

  struct Found {
    uint32_t length;  // of the tuple
    uint32_t number;  // among the states of that length
    bool fresh;
  };
  Found insert(const std::vector<uint32_t>& tuple);
  std::vector<uint32_t> get(uint32_t length, uint32_t number) const;

  uint64_t size() const { return size_; }
  uint64_t memory() const;

 private:
  struct Trees {
    PairTable roots;
    std::vector<std::vector<uint32_t>> last;  // the levels of the tree inserted last, to skip what has not changed
  };

  ChunkTable chunks_;
  PairTable nodes_;
  std::map<uint32_t, Trees> by_length_;
  std::vector<bool> changed_;  // scratch
  uint64_t size_ = 0;
};

}  // namespace mover::store
