// Learns the shape of state trees greedily from a sample.
#include "store/tree_shape.h"

#include <algorithm>

#include "store/index.h"

namespace mover::store {

namespace {

// The values of a node over the sample, renumbered: equal values have equal numbers.
struct Column {
  uint32_t node = 0;
  uint32_t distinct = 0;
  std::vector<uint32_t> values;
};

// Counts the distinct pairs of values of two columns, and numbers them in the order of their first appearance.
class Pairing {
 public:
  explicit Pairing(size_t rows) {
    while (slots_.size() < rows * 2) slots_.resize(slots_.size() * 2);
  }
  uint32_t count(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, std::vector<uint32_t>* numbers) {
    ++epoch_;
    uint32_t distinct = 0;
    for (size_t row = 0; row < a.size(); ++row) {
      uint64_t pair = (static_cast<uint64_t>(a[row]) << 32) | b[row];
      size_t i = mix(pair) & (slots_.size() - 1);
      while (slots_[i].epoch == epoch_ && slots_[i].pair != pair) i = (i + 1) & (slots_.size() - 1);
      if (slots_[i].epoch != epoch_) slots_[i] = {pair, epoch_, distinct++};
      if (numbers != nullptr) (*numbers)[row] = slots_[i].number;
    }
    return distinct;
  }

 private:
  struct Slot {
    uint64_t pair = 0;
    uint32_t epoch = 0, number = 0;
  };
  std::vector<Slot> slots_{64};
  uint32_t epoch_ = 0;
};

std::vector<Column> columns_of(uint32_t length, const std::vector<std::vector<uint32_t>>& sample, Pairing& pairing) {
  std::vector<Column> columns(length);
  std::vector<uint32_t> zeros(sample.size(), 0), raw(sample.size());
  for (uint32_t c = 0; c < length; ++c) {
    for (size_t row = 0; row < sample.size(); ++row) raw[row] = sample[row][c];
    columns[c].node = c;
    columns[c].values.resize(sample.size());
    columns[c].distinct = pairing.count(raw, zeros, &columns[c].values);
  }
  return columns;
}

}  // namespace

TreeShape TreeShape::balanced(uint32_t length) {
  TreeShape shape;
  shape.length = length;
  std::vector<uint32_t> level(length);
  for (uint32_t i = 0; i < length; ++i) level[i] = i;
  while (level.size() > 2) {
    std::vector<uint32_t> above;
    for (size_t i = 0; i < level.size(); i += 2) {
      if (i + 1 == level.size()) {
        above.push_back(level[i]);
      } else {
        above.push_back(length + static_cast<uint32_t>(shape.merges.size()));
        shape.merges.push_back({level[i], level[i + 1]});
      }
    }
    level = std::move(above);
  }
  shape.root = {level[0], level[1]};
  return shape;
}

TreeShape TreeShape::learn(uint32_t length, const std::vector<std::vector<uint32_t>>& sample) {
  Pairing pairing(sample.size());
  std::vector<Column> columns = columns_of(length, sample, pairing);
  TreeShape shape;
  shape.length = length;
  // The cost of merging two columns is the number of their distinct pairs of values; the second component decides
  // between equal costs, in favour of columns with few distinct values.
  using Cost = std::pair<uint64_t, uint64_t>;
  auto cost_of = [&](const Column& a, const Column& b) {
    uint64_t joint = a.distinct == 1   ? b.distinct
                     : b.distinct == 1 ? a.distinct
                                       : pairing.count(a.values, b.values, nullptr);
    return Cost{joint, static_cast<uint64_t>(a.distinct) * b.distinct};
  };
  std::vector<std::vector<Cost>> costs(length, std::vector<Cost>(length));
  for (size_t i = 0; i < length; ++i)
    for (size_t j = i + 1; j < length; ++j) costs[i][j] = costs[j][i] = cost_of(columns[i], columns[j]);
  std::vector<size_t> alive(length);
  for (size_t i = 0; i < length; ++i) alive[i] = i;
  while (alive.size() > 2) {
    size_t best_i = 0, best_j = 1;
    for (size_t i = 0; i < alive.size(); ++i)
      for (size_t j = i + 1; j < alive.size(); ++j)
        if (costs[alive[i]][alive[j]] < costs[alive[best_i]][alive[best_j]]) best_i = i, best_j = j;
    Column& into = columns[alive[best_i]];
    const Column& other = columns[alive[best_j]];
    shape.merges.push_back({into.node, other.node});
    std::vector<uint32_t> values(sample.size());
    into.distinct = pairing.count(into.values, other.values, &values);
    into.values = std::move(values);
    into.node = length + static_cast<uint32_t>(shape.merges.size()) - 1;
    size_t merged = alive[best_i];
    alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(best_j));
    for (size_t k : alive)
      if (k != merged) costs[merged][k] = costs[k][merged] = cost_of(columns[merged], columns[k]);
  }
  shape.root = {columns[alive[0]].node, columns[alive[1]].node};
  return shape;
}

uint64_t TreeShape::cost(const std::vector<std::vector<uint32_t>>& sample) const {
  Pairing pairing(sample.size());
  std::vector<Column> nodes = columns_of(length, sample, pairing);
  uint64_t total = 0;
  for (const Merge& merge : merges) {
    Column node;
    node.values.resize(sample.size());
    node.distinct = pairing.count(nodes[merge.left].values, nodes[merge.right].values, &node.values);
    total += node.distinct;
    nodes.push_back(std::move(node));
  }
  return total;
}

}  // namespace mover::store
