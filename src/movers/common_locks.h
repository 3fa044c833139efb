// The locking discipline LD' [STO02, sections 3.4 and 7]: memory that several threads access is only read, or one lock
// is held at every access in the whole execution. CommonLocks keeps the candidate locks of each byte along a path. An
// empty set of candidates violates the discipline, whether or not the accesses race.
//
// The paper's initThread is the thread that allocates an object, or main for globals. Initialisation lasts until other
// threads exist and can reach the object; accesses during initialisation are no steps of the machine. So whether the
// discipline is violated does not depend on the order of accesses.
//
// Bytes that are only accessed atomically are exempt, and so are bytes with an exclusive access predicate, which have a
// discipline of their own. The end of a lifetime does not count as an access, because it often follows all other
// accesses without a lock.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "movers/candidate_locks.h"

namespace mover {

// The accesses of the action to which the discipline applies.
std::vector<Access> disciplined_accesses(const Machine& machine, const Action& action);

class CommonLocks {
 public:
  // `only`: the objects to check, by name; all others are known to have a common lock. Null: all objects. REQUIRES:
  // both arguments outlive this.
  explicit CommonLocks(Locksets& locksets, const std::set<uint32_t>* only = nullptr)
      : locksets_(&locksets), only_(only) {}

  // Called before t takes its next step. Returns the step's violations.
  std::vector<Finding> before(const Machine& machine, ThreadId t);
  // Called after every step with its events, and after a reset.
  void after(const std::vector<Event>& events);

  // Drops the ranges that no thread can reach and returns the rest in canonical form.
  // REQUIRES: machine.states().canonical_state() was called in this state.
  std::string canonical(const Machine& machine);

 private:
  struct Range {
    uint64_t size = 0;
    CandidateLocks locks;
    std::optional<LockedAccess> last,
        other;  // the last access, and the last access by another thread than that of `last`
  };

  void split(Address at);
  Finding finding(const Machine& machine, const Access& access, const LockedAccess& now,
                  const LockedAccess& earlier) const;
  std::string canonical_set(const Machine& machine, LocksetId set) const;

  Locksets* locksets_;
  const std::set<uint32_t>* only_;
  std::map<Address, Range> ranges_;  // by first byte; they do not overlap
  uint32_t others_ = 0;              // the number of threads that have not been joined, minus one
};

}  // namespace mover
