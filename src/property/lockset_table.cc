#include "property/lockset_table.h"

#include <algorithm>

namespace mover {

LocksetTable::Set LocksetTable::intern(std::vector<Element> elements) {
  auto [known, fresh] = numbers_.try_emplace(std::move(elements), static_cast<Set>(sets_.size()));
  if (fresh) sets_.push_back(known->first);
  return known->second;
}

bool LocksetTable::has(Set set, Element element) const {
  const std::vector<Element>& all = sets_[set];
  return std::binary_search(all.begin(), all.end(), element);
}

LocksetTable::Set LocksetTable::with(Set set, Element element) {
  auto [known, fresh] = changes_.try_emplace({element, set, true}, set);
  if (!fresh || has(set, element)) return known->second;
  std::vector<Element> all = sets_[set];
  all.insert(std::lower_bound(all.begin(), all.end(), element), element);
  return known->second = intern(std::move(all));
}

LocksetTable::Set LocksetTable::without(Set set, Element element) {
  auto [known, fresh] = changes_.try_emplace({element, set, false}, set);
  if (!fresh || !has(set, element)) return known->second;
  std::vector<Element> all = sets_[set];
  all.erase(std::lower_bound(all.begin(), all.end(), element));
  return known->second = intern(std::move(all));
}

}  // namespace mover
