// Interned sets of lock names, and their intersections.
#include "property/locksets.h"

#include <algorithm>

namespace mover {

LocksetId Locksets::intern(std::vector<LockName> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  auto [known, fresh] = numbers_.try_emplace(std::move(names), static_cast<LocksetId>(sets_.size()));
  if (fresh) sets_.push_back(known->first);
  return known->second;
}

LocksetId Locksets::meet(LocksetId a, LocksetId b) {
  if (a == b || b == kEverything) return a;
  if (a == kEverything) return b;
  std::vector<LockName> common;
  std::set_intersection(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(common));
  return intern(std::move(common));
}

LocksetId Locksets::without(LocksetId id, const std::function<bool(const LockName&)>& dropped) {
  if (id == kEverything) return id;
  std::vector<LockName> kept = sets_[id];
  std::erase_if(kept, dropped);
  return intern(std::move(kept));
}

}  // namespace mover
