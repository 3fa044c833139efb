#include "store/state_store.h"

#include "support/check.h"

namespace mover::store {

namespace {
constexpr uint32_t kLongest = 160;  // tuples longer than this keep their first shape: learning is quadratic
constexpr uint64_t kSample = 4096;
constexpr uint64_t kLearnAgain = 16;  // times as many states
}  // namespace

bool StateStore::insert(const std::vector<uint32_t>& tuple) {
  MOVER_CHECK(tuple.size() >= 2, "a state has at least two chunks");
  auto length = static_cast<uint32_t>(tuple.size());
  auto found = by_length_.find(length);
  if (found == by_length_.end()) found = by_length_.emplace(length, Forest(TreeShape::balanced(length))).first;
  Forest& forest = found->second;
  bool fresh = forest.insert(tuple, changed_);
  size_ += fresh;
  if (forest.roots.size() >= forest.learn_at && length <= kLongest && length > 3) learn(forest);
  return fresh;
}

// A node is computed anew only where one below it differs from the tree inserted last: most often a close relative.
bool StateStore::Forest::insert(const std::vector<uint32_t>& tuple, std::vector<uint8_t>& changed) {
  size_t length = tuple.size(), size = length + shape.merges.size();
  bool first = last.empty();
  if (first) last.resize(size);
  changed.assign(size, first);
  for (size_t i = 0; i < length; ++i)
    if (first || last[i] != tuple[i]) {
      last[i] = tuple[i];
      changed[i] = true;
    }
  for (size_t i = 0; i < shape.merges.size(); ++i) {
    const TreeShape::Merge& merge = shape.merges[i];
    if (!changed[merge.left] && !changed[merge.right]) continue;
    uint32_t number = nodes.insert(last[merge.left], last[merge.right]).number;
    changed[length + i] = first || last[length + i] != number;
    last[length + i] = number;
  }
  return roots.insert((static_cast<uint64_t>(last[shape.root.left]) << 32) | last[shape.root.right]);
}

std::vector<uint32_t> StateStore::Forest::tuple_of(uint64_t root) const {
  std::vector<uint32_t> values(shape.length + shape.merges.size());
  values[shape.root.left] = static_cast<uint32_t>(root >> 32);
  values[shape.root.right] = static_cast<uint32_t>(root);
  for (size_t i = shape.merges.size(); i-- > 0;) {
    auto [left, right] = nodes.get(values[shape.length + i]);
    values[shape.merges[i].left] = left;
    values[shape.merges[i].right] = right;
  }
  values.resize(shape.length);
  return values;
}

void StateStore::learn(Forest& forest) {
  forest.learn_at *= kLearnAgain;
  std::vector<std::vector<uint32_t>> sample;
  uint64_t stride = forest.roots.size() / kSample + 1, i = 0;
  forest.roots.for_each([&](uint64_t root) {
    if (i++ % stride == 0) sample.push_back(forest.tuple_of(root));
  });
  TreeShape better = TreeShape::learn(forest.shape.length, sample);
  if (better.cost(sample) * 10 > forest.shape.cost(sample) * 9) return;
  Forest anew(std::move(better));
  anew.learn_at = forest.learn_at;
  forest.roots.for_each([&](uint64_t root) { anew.insert(forest.tuple_of(root), changed_); });
  MOVER_CHECK(anew.roots.size() == forest.roots.size(), "folding anew keeps every state");
  forest = std::move(anew);
}

uint64_t StateStore::memory() const {
  uint64_t bytes = chunks_.memory();
  for (const auto& [length, forest] : by_length_) bytes += forest.nodes.memory() + forest.roots.memory();
  return bytes;
}

}  // namespace mover::store
