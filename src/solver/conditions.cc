// Finds combinations of conditions by the latches on which their operands depend.
#include "solver/conditions.h"

#include <algorithm>

namespace mover::solver {

using circuit::Kind;
using circuit::node_of;

Conditions::Conditions(const Circuit& circuit, const std::vector<uint32_t>& data)
    : circuit_(circuit), size_((data.size() + 63) / 64), position_(circuit.latches().size()) {
  for (uint32_t i = 0; i < data.size(); ++i) position_[data[i]] = i + 1;
  for (const circuit::NamedWord& word : circuit.words()) {
    std::vector<uint64_t> latches(size_);
    bool is_data = false;
    for (Literal l : word.bits) {
      if (circuit.kind(node_of(l)) != Kind::Latch) continue;
      const uint32_t position = position_[circuit.index(node_of(l))];
      if (position == 0) continue;
      is_data = true;
      latches[(position - 1) / 64] |= uint64_t{1} << ((position - 1) % 64);
    }
    if (is_data) wide_words_.insert(wide_words_.end(), latches.begin(), latches.end());
  }
}

bool Conditions::is_whole(uint32_t node) {
  if (node >= is_whole_.size()) extend();
  return is_whole_[node];
}

bool Conditions::is_combination(uint32_t node) {
  if (node >= is_combination_.size()) extend();
  return is_combination_[node];
}

bool Conditions::is_union_of_words(const uint64_t* latches) const {
  std::vector<uint64_t> all(size_);
  for (size_t word = 0; word < wide_words_.size(); word += size_) {
    bool is_contained = true;
    for (size_t i = 0; i < size_ && is_contained; ++i) is_contained = (wide_words_[word + i] & ~latches[i]) == 0;
    for (size_t i = 0; i < size_ && is_contained; ++i) all[i] |= wide_words_[word + i];
  }
  uint64_t some = 0;
  for (uint64_t bits : all) some |= bits;
  return some != 0 && std::equal(all.begin(), all.end(), latches);
}

void Conditions::extend() {
  support_.resize(size_ * circuit_.node_count());
  for (auto node = static_cast<uint32_t>(is_combination_.size()); node < circuit_.node_count(); ++node) {
    uint64_t* support = &support_[size_ * node];
    bool combines = false;
    if (circuit_.kind(node) == Kind::Latch && position_[circuit_.index(node)] != 0) {
      const uint32_t i = position_[circuit_.index(node)] - 1;
      support[i / 64] |= uint64_t{1} << (i % 64);
    } else if (circuit_.kind(node) == Kind::And) {
      const uint32_t left = node_of(circuit_.left(node)), right = node_of(circuit_.right(node));
      for (size_t i = 0; i < size_; ++i) support[i] = support_[size_ * left + i] | support_[size_ * right + i];
      combines = is_whole_[left] && is_whole_[right];
    }
    is_whole_.push_back(is_union_of_words(support));
    is_combination_.push_back(combines);
  }
}

}  // namespace mover::solver
