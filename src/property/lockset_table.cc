// The growth rules of ordering sets, each result computed once.
#include "property/lockset_table.h"

#include <numeric>

namespace mover {

LocksetTable::Set LocksetTable::intern(std::vector<Element> elements) {
  auto [known, fresh] = numbers_.try_emplace(std::move(elements), static_cast<Set>(sets_.size()));
  if (fresh) sets_.push_back(known->first);
  return known->second;
}

LocksetTable::Set LocksetTable::changed(Set set, const Change& change) {
  auto [known, fresh] = known_.try_emplace({change, set}, set);
  if (!fresh) return known->second;
  std::vector<Element> elements = sets_[set];
  auto between = [&](Element first, uint32_t count) {
    return std::pair(std::lower_bound(elements.begin(), elements.end(), first),
                     std::lower_bound(elements.begin(), elements.end(), first + count));
  };
  if (change.kind != Change::Kind::Pass) {
    const auto [first, last] = between(change.to, change.to_count);
    elements.erase(first, last);
  }
  const auto [from, from_end] = between(change.from, change.from_count);
  if (change.kind != Change::Kind::Drop && from != from_end) {
    const auto [first, last] = between(change.to, change.to_count);
    const auto at = elements.erase(first, last);
    std::vector<Element> added(change.to_count);
    std::iota(added.begin(), added.end(), change.to);
    elements.insert(at, added.begin(), added.end());
  }
  const Set result = intern(std::move(elements));
  return known_[{change, set}] = result;
}

}  // namespace mover
