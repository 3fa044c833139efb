// A hash set of states of a circuit, which are numbered in the order of their insertion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mover::solver {

class StateSet {
 public:
  explicit StateSet(size_t words_per_state) : words_(words_per_state), slots_(1024, kEmpty) {}

  // Returns whether the state is new.
  bool insert(std::span<const uint64_t> state);
  bool contains(std::span<const uint64_t> state) const { return slots_[slot_of(state)] != kEmpty; }
  std::span<const uint64_t> operator[](size_t number) const {
    return std::span(bits_).subspan(number * words_, words_);
  }
  size_t size() const { return size_; }
  size_t bytes() const { return bits_.size() * 8 + slots_.size() * 4; }

 private:
  static constexpr uint32_t kEmpty = UINT32_MAX;
  size_t slot_of(std::span<const uint64_t> state) const;  // the slot of this state, or the empty slot for it

  size_t words_, size_ = 0;
  std::vector<uint64_t> bits_;
  std::vector<uint32_t> slots_;  // the numbers of states, by open addressing
};

}  // namespace mover::solver
