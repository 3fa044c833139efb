// Who holds what while wanting what. A search whose transactions begin with acquisitions does not reach every deadlock:
// "T1 has a and wants b, T2 has b and wants a" lies inside two transactions at once. But each edge "holds a, wants b"
// is a fact about one thread, which such a search preserves. So edges are collected. Waiting for something that no
// lock's holder provides (a semaphore, a signal, the end of a thread), or ending with a lock in hand, is an edge to
// nowhere: whoever depends on that may depend on anything.
//
// A lock from which no circle and no edge to nowhere can be reached is harmless: whoever waits for it waits for a
// thread that will go on. Acquisitions of all others that are followed by another wish inside the same transaction must
// not be treated as right movers (docs/transactions.md has the argument).
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

  // A thread that holds `held` wants `wanted`. `uncommitted`: those acquired in the transaction that is going on, which
  // has not committed yet. Whether anything is new.
  bool wants(const std::vector<LockKey>& held, const std::vector<LockKey>& uncommitted, LockKey wanted);

  // Locks whose acquisitions hide deadlocks if they are right movers.
  std::vector<LockKey> hiding() const;
  size_t edges() const { return edges_; }

 private:
  std::map<LockKey, std::set<LockKey>> wanted_by_holder_of_;
  std::set<LockKey> wished_on_;  // acquired in a transaction that then wanted something else, before it committed
  size_t edges_ = 0;
};

}  // namespace mover
