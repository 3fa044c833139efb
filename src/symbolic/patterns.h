// Lock acquisition patterns (section 3 and Algo3 of [KGS06]): the sets of locks that a thread acquires on its way to an
// operation. lockPred(path) is a set of locks; AP_x is the disjunction over all paths from a place to the next
// operation that touches x; touch-now-later-LS holds if one of these sets contains no lock that the other thread holds.
//
// Theorem 1 needs that a lock which thread i holds stays held while i does not move. This is so because only the
// owner of a mutex or spin lock can unlock it (another thread's unlock fails or has no effect), because destroying,
// initialising or overwriting a lock that is in use fails, and because a wait on a condition releases the mutex of the
// waiting thread only. It needs further that every path that is counted for a lock does acquire it: footprint.h.
#pragma once

#include <vector>

#include "symbolic/footprint.h"

namespace mover::symbolic {

// A set of paths, represented by the sets of locks that are acquired along each of them. Only the minimal sets are
// kept: a path on which more locks are acquired interferes only if one with fewer locks does.
class PathSet {
 public:
  static PathSet none() { return {}; }
  static PathSet one(LockSet acquired);

  bool empty() const { return smallest_.empty(); }
  const std::vector<LockSet>& smallest() const { return smallest_; }
  bool add(const PathSet& other);  // returns whether this set has changed
  PathSet after(LockSet acquired) const;
  // The paths that remain if the other thread holds all locks of `certain`. Only locks of `possible` are kept in their
  // sets.
  PathSet against(LockSet possible, LockSet certain) const;
  bool operator==(const PathSet&) const = default;
  auto operator<=>(const PathSet&) const = default;

 private:
  // If there are more sets than this, their intersection replaces them, which is a subset of each.
  static constexpr size_t kMost = 8;
  bool add(LockSet acquired);
  std::vector<LockSet> smallest_;  // none contains another one; ascending
};

// For each event of the thread, the paths from it to the first event that interferes. Algo2 uses the same function for
// touch-now-later: it asks only whether a path exists.
std::vector<PathSet> paths_to(const ThreadEvents& thread, const Interference& interference);

}  // namespace mover::symbolic
