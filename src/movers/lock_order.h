// The lock-order graph (hold-and-wait). A search whose transactions begin with acquisitions does not reach every
// deadlock: "T1 holds a and waits for b, T2 holds b and waits for a" lies inside two transactions at once. But each
// edge "holds a, waits for b" is a fact about one thread, which such a search preserves. So edges are collected.
// Waiting for something that no lock holder provides (a semaphore, a signal, the end of a thread), or ending while
// holding a lock, is an edge to nowhere: what ends that wait is not known.
//
// A lock from which no cycle and no edge to nowhere is reachable is harmless: its holder will be enabled and release
// it. Acquisitions of all others that are followed by an action that may block inside the same transaction must
// not be right movers (docs/transactions.md has the argument).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace mover {

using LockKey = uint64_t;  // a lock's PlaceName

class LockOrder {
 public:
  static constexpr LockKey kNowhere = UINT64_MAX;

  // A thread that holds `held` waits for `wanted`. `uncommitted`: those acquired in its present transaction, which
  // has not committed yet. Whether the edges are new.
  bool wants(const std::vector<LockKey>& held, const std::vector<LockKey>& uncommitted, LockKey wanted);

  // Locks whose acquisitions hide deadlocks if they are right movers.
  std::vector<LockKey> hiding() const;
  size_t edges() const { return edges_; }

 private:
  std::map<LockKey, std::set<LockKey>> wanted_by_holder_of_;
  std::set<LockKey> wished_on_;  // acquired in a transaction that then may block on something else, before it commits
  size_t edges_ = 0;
};

}  // namespace mover
