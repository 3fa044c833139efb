// Sets of paths, and the backward search that computes them.
#include "symbolic/patterns.h"

#include <algorithm>

namespace mover::symbolic {

PathSet PathSet::one(LockSet acquired) {
  PathSet result;
  result.smallest_.push_back(acquired);
  return result;
}

bool PathSet::add(LockSet acquired) {
  for (LockSet known : smallest_)
    if ((known & acquired) == known) return false;
  std::erase_if(smallest_, [&](LockSet known) { return (known & acquired) == acquired; });
  smallest_.insert(std::upper_bound(smallest_.begin(), smallest_.end(), acquired), acquired);
  if (smallest_.size() > kMost) {
    LockSet common = ~LockSet{0};
    for (LockSet known : smallest_) common &= known;
    smallest_.assign(1, common);
  }
  return true;
}

bool PathSet::add(const PathSet& other) {
  bool changed = false;
  for (LockSet acquired : other.smallest_) changed |= add(acquired);
  return changed;
}

PathSet PathSet::after(LockSet acquired) const {
  PathSet result;
  for (LockSet later : smallest_) result.add(later | acquired);
  return result;
}

PathSet PathSet::against(LockSet considered, LockSet held) const {
  PathSet result;
  for (LockSet acquired : smallest_)
    if ((acquired & held) == 0) result.add(acquired & considered);
  return result;
}

std::vector<PathSet> paths_to(const ThreadEvents& thread, const Interference& interference) {
  const size_t size = thread.events.size();
  std::vector<PathSet> result(size);
  std::vector<std::vector<uint32_t>> before(size);
  std::vector<uint32_t> work;
  std::vector<bool> touches(size, false);
  for (uint32_t i = 0; i < size; ++i) {
    const Event& event = thread.events[i];
    for (uint32_t next : event.next) before[next].push_back(i);
    touches[i] = event.touches_in(interference);
    if (!touches[i]) continue;
    result[i] = PathSet::one(event.held_while_touching);
    work.push_back(i);
  }
  while (!work.empty()) {
    const uint32_t to = work.back();
    work.pop_back();
    for (uint32_t from : before[to])
      if (!touches[from] && result[from].add(result[to].after(thread.events[from].acquired))) work.push_back(from);
  }
  return result;
}

}  // namespace mover::symbolic
