// The lock-order graph (hold-and-wait). A search whose transactions begin with acquisitions does not reach every
// deadlock: the state "T1 holds a and waits for b, T2 holds b and waits for a" is inside two transactions at once. But
// an edge from a to b (a thread holds a and waits for b) depends on one thread alone, and such a search reaches it, so
// the search collects the edges. If a thread waits for something that no holder of a lock provides (a semaphore, a
// signal, the end of a thread), or ends while it holds a lock, it is not known whether the locks that it holds will be
// released. Edges from these locks to the node kNowhere represent this.
//
// A lock from which neither a cycle nor kNowhere is reachable is harmless: its holder eventually becomes enabled and
// releases it. The acquisition of any other lock must not be a right mover if an action that may block follows in the
// same transaction (docs/transactions.md has the argument).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace mover {

using LockKey = uint64_t;  // a lock's AddressName

class LockOrder {
 public:
  static constexpr LockKey kNowhere = UINT64_MAX;

  // Adds the edges of a thread that holds `held` and waits for `wanted`. `uncommitted`: the locks acquired in its
  // current transaction, if that has not committed. Returns whether the graph has changed.
  bool add_edges(const std::vector<LockKey>& held, const std::vector<LockKey>& uncommitted, LockKey wanted);

  // The locks whose acquisitions hide deadlocks if they are right movers.
  std::vector<LockKey> locks_hiding_deadlocks() const;
  size_t edges() const { return edges_; }

 private:
  std::map<LockKey, std::set<LockKey>> successors_;
  std::set<LockKey> uncommitted_;  // locks acquired in a transaction that may block afterwards, before its commit point
  size_t edges_ = 0;
};

}  // namespace mover
