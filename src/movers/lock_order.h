// The lock-order graph (hold-and-wait). A search whose transactions begin with acquisitions does not reach every
// deadlock: "T1 holds a and waits for b, T2 holds b and waits for a" lies inside two transactions at once. But each
// edge "holds a, waits for b" concerns one thread, and such a search reaches it, so the search collects the edges. A
// thread that waits for something that no lock holder provides (a semaphore, a signal, the end of a thread), or that
// ends while it holds a lock, adds an edge to nowhere: it is not known whether that wait ends.
//
// A lock from which neither a cycle nor an edge to nowhere is reachable is harmless: its holder will be enabled and
// release it. The acquisition of any other lock must not be a right mover if an action that may block follows in the
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

  // A thread that holds `held` waits for `wanted`. `uncommitted`: the locks acquired in its current transaction, if
  // that has not committed. Returns whether an edge is new.
  bool wants(const std::vector<LockKey>& held, const std::vector<LockKey>& uncommitted, LockKey wanted);

  // The locks whose acquisitions hide deadlocks if they are right movers.
  std::vector<LockKey> hiding() const;
  size_t edges() const { return edges_; }

 private:
  std::map<LockKey, std::set<LockKey>> wanted_by_holder_of_;
  std::set<LockKey> wished_on_;  // locks acquired in a transaction that may block before its commit point
  size_t edges_ = 0;
};

}  // namespace mover
