// The locking discipline LD' [STO02, sections 3.4 and 7]: memory that several threads use is only read, or there is a
// lock that every access to it holds, one and the same in the whole execution. This keeps, along a path, the candidate
// locks of each byte. An empty set violates the discipline, whether or not the accesses race.
//
// The paper's initThread is the thread that makes an object, or main for globals, and initialisation lasts until other
// threads can reach it, or exist: no such access is a step of the machine. So the order of accesses decides nothing;
// candidate sets do not depend on it either.
//
// Bytes that are accessed by atomic operations alone are communication, and bytes with an exclusive access predicate
// have a discipline of their own. The end of a lifetime is no access: often it follows all accesses without a lock.
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
  // `only`: objects by name; the others are known to have a lock. Null: all. REQUIRES: both outlive this.
  explicit CommonLocks(Locksets& locksets, const std::set<uint32_t>* only = nullptr)
      : locksets_(&locksets), only_(only) {}

  // t is about to take its next step: the violations of it.
  std::vector<Finding> before(const Machine& machine, ThreadId t);
  // … has taken it, with these events (or the machine was reset). REQUIRES: called for every step.
  void after(const std::vector<Event>& events);

  // Drops what no thread can reach any more and writes the rest in canonical form.
  // REQUIRES: machine.states().canonical_state() was called in this state.
  std::string canonical(const Machine& machine);

 private:
  struct Range {
    uint64_t size = 0;
    CandidateLocks locks;
    std::optional<LockedAccess> last, other;  // other: the last one of another thread than `last`
  };

  void split(Address at);
  Finding finding(const Machine& machine, const Access& access, const LockedAccess& now,
                  const LockedAccess& earlier) const;
  std::string canonical_set(const Machine& machine, LocksetId set) const;

  Locksets* locksets_;
  const std::set<uint32_t>* only_;
  std::map<Address, Range> ranges_;  // by first byte; they do not overlap
  uint32_t others_ = 0;              // threads that have not been joined, besides one
};

}  // namespace mover
