// Insertion and lookup by open addressing.
#include "solver/state_set.h"

#include <algorithm>

namespace mover::solver {

size_t StateSet::slot_of(std::span<const uint64_t> state) const {
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (uint64_t word : state) {
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  for (size_t slot = hash % slots_.size();; slot = (slot + 1) % slots_.size())
    if (slots_[slot] == kEmpty || std::ranges::equal((*this)[slots_[slot]], state)) return slot;
}

bool StateSet::insert(std::span<const uint64_t> state) {
  const size_t slot = slot_of(state);
  if (slots_[slot] != kEmpty) return false;
  slots_[slot] = static_cast<uint32_t>(size_++);
  bits_.insert(bits_.end(), state.begin(), state.end());
  if (2 * size_ < slots_.size()) return true;
  slots_.assign(2 * slots_.size(), kEmpty);
  for (uint32_t number = 0; number < size_; ++number) slots_[slot_of((*this)[number])] = number;
  return true;
}

}  // namespace mover::solver
