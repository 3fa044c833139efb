// Numbering of states: one forest for each length of tuples, and a hash table from roots to numbers.
#include "store/state_numbers.h"

#include "support/check.h"

namespace mover::store {

StateNumbers::SameLength& StateNumbers::of_length(size_t length) {
  MOVER_CHECK(length >= 2, "a state has at least two chunks");
  auto found = by_length_.find(static_cast<uint32_t>(length));
  if (found != by_length_.end()) return found->second;
  Forest forest(TreeShape::balanced(static_cast<uint32_t>(length)));
  return by_length_.emplace(static_cast<uint32_t>(length), SameLength{std::move(forest), {}}).first->second;
}

StateNumbers::Inserted StateNumbers::insert(const std::vector<uint32_t>& tuple) {
  SameLength& states = of_length(tuple.size());
  const uint64_t root = states.forest.fold(tuple);
  auto [known, fresh] = states.numbers.try_emplace(root, size());
  if (fresh) states_.push_back({root, static_cast<uint32_t>(tuple.size())});
  return {known->second, fresh};
}

std::optional<uint32_t> StateNumbers::find(const std::vector<uint32_t>& tuple) {
  SameLength& states = of_length(tuple.size());
  auto known = states.numbers.find(states.forest.fold(tuple));
  return known == states.numbers.end() ? std::nullopt : std::optional(known->second);
}

std::vector<uint32_t> StateNumbers::tuple(uint32_t number) const {
  const State& state = states_[number];
  return by_length_.at(state.length).forest.tuple_of(state.root);
}

uint64_t StateNumbers::memory() const {
  constexpr uint64_t kBucket = 32;  // an entry of the map, including its share of buckets
  uint64_t bytes = chunks_.memory() + states_.capacity() * sizeof(State);
  for (const auto& [length, states] : by_length_) bytes += states.forest.memory() + states.numbers.size() * kBucket;
  return bytes;
}

}  // namespace mover::store
