// A visited set whose states are numbered in the order of their first visit, and can be decoded again. It is for
// searches that keep data for each state, and takes more memory than a StateStore.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "store/chunk_table.h"
#include "store/forest.h"

namespace mover::store {

class StateNumbers {
 public:
  ChunkTable& chunks() { return chunks_; }

  struct Inserted {
    uint32_t number;
    bool fresh;
  };
  Inserted insert(const std::vector<uint32_t>& tuple);
  std::optional<uint32_t> find(const std::vector<uint32_t>& tuple);
  std::vector<uint32_t> tuple(uint32_t number) const;

  uint32_t size() const { return static_cast<uint32_t>(states_.size()); }
  uint64_t memory() const;

 private:
  struct SameLength {
    Forest forest;
    std::unordered_map<uint64_t, uint32_t> numbers;  // by root
  };
  struct State {
    uint64_t root = 0;
    uint32_t length = 0;
  };

  SameLength& of_length(size_t length);

  ChunkTable chunks_;
  std::map<uint32_t, SameLength> by_length_;
  std::vector<State> states_;
};

}  // namespace mover::store
