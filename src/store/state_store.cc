// The visited set: insertion of states, and learning of a better tree shape.
#include "store/state_store.h"

#include "support/check.h"

namespace mover::store {

namespace {
constexpr uint32_t kLongest = 160;    // longer tuples keep their first shape, because learning takes quadratic time
constexpr uint64_t kSample = 4096;    // the number of states from which a shape is learned
constexpr uint64_t kLearnAgain = 16;  // the shape is learned again when the number of states has grown by this factor
}  // namespace

bool StateStore::insert(const std::vector<uint32_t>& tuple) {
  MOVER_CHECK(tuple.size() >= 2, "a state has at least two chunks");
  auto length = static_cast<uint32_t>(tuple.size());
  auto found = by_length_.find(length);
  if (found == by_length_.end()) {
    found = by_length_.emplace(length, SameLength{Forest(TreeShape::balanced(length)), {}}).first;
  }
  SameLength& states = found->second;
  bool fresh = states.roots.insert(states.forest.fold(tuple));
  size_ += fresh;
  if (states.roots.size() >= states.learn_at && length <= kLongest && length > 3) learn(states);
  return fresh;
}

void StateStore::learn(SameLength& states) {
  states.learn_at *= kLearnAgain;
  const Forest& forest = states.forest;
  std::vector<std::vector<uint32_t>> sample;
  uint64_t stride = states.roots.size() / kSample + 1, i = 0;
  states.roots.for_each([&](uint64_t root) {
    if (i++ % stride == 0) sample.push_back(forest.tuple_of(root));
  });
  TreeShape better = TreeShape::learn(forest.shape().length, sample);
  if (better.cost(sample) * 10 > forest.shape().cost(sample) * 9) return;
  SameLength anew{Forest(std::move(better)), {}, states.learn_at};
  states.roots.for_each([&](uint64_t root) { anew.roots.insert(anew.forest.fold(forest.tuple_of(root))); });
  MOVER_CHECK(anew.roots.size() == states.roots.size(), "folding anew keeps every state");
  states = std::move(anew);
}

uint64_t StateStore::memory() const {
  uint64_t bytes = chunks_.memory();
  for (const auto& [length, states] : by_length_) bytes += states.forest.memory() + states.roots.memory();
  return bytes;
}

}  // namespace mover::store
