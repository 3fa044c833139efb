// The lock-order graph, and the locks that are not harmless.
#include "movers/lock_order.h"

namespace mover {

bool LockOrder::add_edges(const std::vector<LockKey>& held, const std::vector<LockKey>& uncommitted, LockKey wanted) {
  bool fresh = false;
  for (LockKey lock : held) fresh |= successors_[lock].insert(wanted).second && ++edges_ != 0;
  for (LockKey lock : uncommitted) {
    fresh |= successors_[lock].insert(wanted).second && ++edges_ != 0;
    fresh |= uncommitted_.insert(lock).second;
  }
  return fresh;
}

// A lock is harmless if all locks that its holders wait for are harmless: this is the least fixpoint.
std::vector<LockKey> LockOrder::locks_hiding_deadlocks() const {
  std::set<LockKey> harmless;
  auto is_harmless = [&](LockKey lock) {
    return lock != kNowhere && (harmless.count(lock) != 0 || successors_.count(lock) == 0);
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [lock, wanted] : successors_) {
      if (harmless.count(lock) != 0) continue;
      bool all = true;
      for (LockKey next : wanted) all &= is_harmless(next);
      if (all) grows = harmless.insert(lock).second;
    }
  }
  std::vector<LockKey> result;
  for (LockKey lock : uncommitted_)
    if (harmless.count(lock) == 0) result.push_back(lock);
  return result;
}

}  // namespace mover
