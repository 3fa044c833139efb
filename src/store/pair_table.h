// Hash-consed pairs of 32-bit numbers: the nodes of compressed trees.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "store/index.h"

namespace mover::store {

class PairTable {
 public:
  struct Found {
    uint32_t number;
    bool fresh;
  };
  Found insert(uint32_t left, uint32_t right) {
    uint64_t pair = (static_cast<uint64_t>(left) << 32) | right;
    uint32_t fresh = size_;
    uint32_t number = index_.find_or_insert(
        mix(pair), fresh, [&](uint32_t n) { return at(n) == pair; }, [&](uint32_t n) { return mix(at(n)); });
    if (number == fresh) append(pair);
    return {number, number == fresh};
  }
  std::pair<uint32_t, uint32_t> get(uint32_t number) const {
    uint64_t pair = at(number);
    return {static_cast<uint32_t>(pair >> 32), static_cast<uint32_t>(pair)};
  }
  uint32_t size() const { return size_; }
  uint64_t memory() const { return blocks_.size() * kBlock * sizeof(uint64_t) + index_.memory(); }

 private:
  static constexpr uint32_t kBlock = 1 << 13;  // in pairs; at most one block is partly unused
  uint64_t at(uint32_t number) const { return blocks_[number / kBlock][number % kBlock]; }
  void append(uint64_t pair) {
    if (size_ % kBlock == 0) blocks_.push_back(std::make_unique<uint64_t[]>(kBlock));
    blocks_.back()[size_++ % kBlock] = pair;
  }

  std::vector<std::unique_ptr<uint64_t[]>> blocks_;
  uint32_t size_ = 0;
  Index index_;
};

}  // namespace mover::store
