#include "store/state_numbers.h"

#include "support/check.h"

namespace mover::store {

StateNumbers::Inserted StateNumbers::insert(const std::vector<uint32_t>& tuple) {
  MOVER_CHECK(tuple.size() >= 2, "a state has at least two chunks");
  auto length = static_cast<uint32_t>(tuple.size());
  auto found = by_length_.find(length);
  if (found == by_length_.end()) {
    found = by_length_.emplace(length, SameLength{Forest(TreeShape::balanced(length)), {}}).first;
  }
  const uint64_t root = found->second.forest.fold(tuple);
  auto [known, fresh] = found->second.numbers.try_emplace(root, size());
  if (fresh) states_.push_back({root, length});
  return {known->second, fresh};
}

std::vector<uint32_t> StateNumbers::tuple(uint32_t number) const {
  const State& state = states_[number];
  return by_length_.at(state.length).forest.tuple_of(state.root);
}

uint64_t StateNumbers::memory() const {
  constexpr uint64_t kBucket = 32;  // an entry of the map, its share of buckets included
  uint64_t bytes = chunks_.memory() + states_.capacity() * sizeof(State);
  for (const auto& [length, states] : by_length_) bytes += states.forest.memory() + states.numbers.size() * kBucket;
  return bytes;
}

}  // namespace mover::store
