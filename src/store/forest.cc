// Folding tuples into trees, and the reverse.
#include "store/forest.h"

namespace mover::store {

// A node is computed only if one of its children differs from the tree that was folded last, because consecutive states
// are similar.
uint64_t Forest::fold(const std::vector<uint32_t>& tuple) {
  size_t length = tuple.size(), size = length + shape_.merges.size();
  bool first = last_.empty();
  if (first) last_.resize(size);
  changed_.assign(size, first);
  for (size_t i = 0; i < length; ++i)
    if (first || last_[i] != tuple[i]) {
      last_[i] = tuple[i];
      changed_[i] = true;
    }
  for (size_t i = 0; i < shape_.merges.size(); ++i) {
    const TreeShape::Merge& merge = shape_.merges[i];
    if (!changed_[merge.left] && !changed_[merge.right]) continue;
    uint32_t number = nodes_.insert(last_[merge.left], last_[merge.right]).number;
    changed_[length + i] = first || last_[length + i] != number;
    last_[length + i] = number;
  }
  return (static_cast<uint64_t>(last_[shape_.root.left]) << 32) | last_[shape_.root.right];
}

std::vector<uint32_t> Forest::tuple_of(uint64_t root) const {
  std::vector<uint32_t> values(shape_.length + shape_.merges.size());
  values[shape_.root.left] = static_cast<uint32_t>(root >> 32);
  values[shape_.root.right] = static_cast<uint32_t>(root);
  for (size_t i = shape_.merges.size(); i-- > 0;) {
    auto [left, right] = nodes_.get(values[shape_.length + i]);
    values[shape_.merges[i].left] = left;
    values[shape_.merges[i].right] = right;
  }
  values.resize(shape_.length);
  return values;
}

}  // namespace mover::store
