// Lock acquisition patterns (section 3 and Algo3 of [KGS06]): the sets of locks that a thread acquires on the paths
// from a node to the next event that touches a location x. The paper's lockPred(path) is such a set, and its AP_x is
// the disjunction over all these paths. touch-now-later-LS holds if one of the sets contains no lock that the other
// thread holds.
//
// Theorem 1 of the paper needs two properties. First, a lock that thread i holds remains held while i takes no step.
// This is true for three reasons. Only the owner can unlock a mutex or spin lock: the unlock of another thread fails or
// has no effect. Destroying, initialising or overwriting a lock in use fails. A wait on a condition variable releases
// only a mutex that the waiting thread holds. Second, a path acquires every lock of its set, which the definition of
// acquisitions in footprint.h ensures.
#pragma once

#include <vector>

#include "symbolic/footprint.h"

namespace mover::symbolic {

// A set of paths. Each path is represented by the set of locks that are acquired along it. Only minimal sets are
// stored: if a path is free of held locks, so is every path whose locks are a subset of its own.
class PathSet {
 public:
  static PathSet none() { return {}; }
  static PathSet one(LockSet acquired);

  bool empty() const { return smallest_.empty(); }
  const std::vector<LockSet>& smallest() const { return smallest_; }
  bool add(const PathSet& other);  // returns whether this set has changed
  PathSet after(LockSet acquired) const;
  // The paths that remain if the other thread holds all locks of `held`: those that acquire none of them. Locks outside
  // of `considered` are removed from the sets of these paths.
  PathSet against(LockSet considered, LockSet held) const;
  bool operator==(const PathSet&) const = default;
  auto operator<=>(const PathSet&) const = default;

 private:
  // If there are more sets than this, their intersection replaces them. This is sound, because the intersection is a
  // subset of each of them.
  static constexpr size_t kMost = 8;
  bool add(LockSet acquired);
  std::vector<LockSet> smallest_;  // in ascending order; no set is a subset of another one
};

// For each event of the thread, the paths from it to the first event that interferes. Algo2 also uses this function,
// for touch-now-later, but needs only whether a path exists.
std::vector<PathSet> paths_to(const ThreadEvents& thread, const Interference& interference);

}  // namespace mover::symbolic
