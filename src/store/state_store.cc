#include "store/state_store.h"

namespace mover::store {

StateStore::Found StateStore::insert(const std::vector<uint32_t>& tuple) {
  MOVER_CHECK(tuple.size() >= 2, "a state has at least two chunks");
  auto length = static_cast<uint32_t>(tuple.size());
  Trees& trees = by_length_[length];
  auto& levels = trees.last;
  bool first = levels.empty();
  if (first) {
    for (size_t n = length; n > 2; n = (n + 1) / 2) levels.emplace_back(n);
    levels.emplace_back(2);
  }
  // Level 0 is the tuple; a node of the next level is computed anew only where one below it differs from the tree
  // inserted last, and that tree is most often that of a close relative.
  auto put = [&](size_t level, size_t i, uint32_t number) {
    bool changed = first || levels[level][i] != number;
    levels[level][i] = number;
    return changed;
  };
  std::vector<bool>& changed = changed_;
  changed.assign(length, false);
  for (size_t i = 0; i < length; ++i) changed[i] = put(0, i, tuple[i]);
  for (size_t level = 1; level < levels.size(); ++level) {
    const std::vector<uint32_t>& below = levels[level - 1];
    for (size_t i = 0; i < levels[level].size(); ++i) {
      bool single = 2 * i + 1 == below.size();
      bool stale = changed[2 * i] || (!single && changed[2 * i + 1]);
      changed[i] = stale && put(level, i, single ? below[2 * i] : nodes_.insert(below[2 * i], below[2 * i + 1]).number);
    }
  }
  PairTable::Found found = trees.roots.insert(levels.back()[0], levels.back()[1]);
  size_ += found.fresh;
  return {length, found.number, found.fresh};
}

std::vector<uint32_t> StateStore::get(uint32_t length, uint32_t number) const {
  auto [left, right] = by_length_.at(length).roots.get(number);
  std::vector<uint32_t> level{left, right};
  std::vector<size_t> sizes;
  for (size_t n = length; n > 2; n = (n + 1) / 2) sizes.push_back(n);
  while (!sizes.empty()) {
    std::vector<uint32_t> below;
    for (size_t i = 0; i < level.size(); ++i) {
      if (2 * i + 1 == sizes.back()) {
        below.push_back(level[i]);
      } else {
        auto [a, b] = nodes_.get(level[i]);
        below.push_back(a);
        below.push_back(b);
      }
    }
    level = std::move(below);
    sizes.pop_back();
  }
  return level;
}

uint64_t StateStore::memory() const {
  uint64_t bytes = chunks_.memory() + nodes_.memory();
  for (const auto& [length, trees] : by_length_) bytes += trees.roots.memory();
  return bytes;
}

}  // namespace mover::store
