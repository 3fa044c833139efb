// The locking discipline LD' [STO02, sections 3.4 and 7]: memory that several threads access is only read, or one lock
// is held at every access in the whole execution. CommonLocks maintains the candidate locks of each byte along a path.
// If no candidate is left, the discipline is violated, whether or not the accesses race.
//
// The paper's initThread is here the thread that allocates an object, or main for globals. Initialisation lasts until
// other threads exist and can reach the object. Accesses during initialisation are not visible actions, so they are not
// observed. The set of locks that all other accesses hold does not depend on their order, and neither does the verdict.
//
// Bytes that are only accessed atomically are exempt, and so are bytes with an exclusive access predicate, which have a
// discipline of their own. The end of a lifetime does not count as an access, because it often follows all other
// accesses without a lock.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "property/candidate_locks.h"
#include "property/path_observer.h"

namespace mover {

// The accesses of the action to which the discipline applies.
std::vector<Access> disciplined_accesses(const Machine& machine, const Action& action);

class CommonLocks final : public PathObserver {
 public:
  // `only`: the names of the objects to check, if all others are known to have a common lock. Null: all objects are
  // checked. REQUIRES: the set outlives this.
  explicit CommonLocks(const std::set<uint32_t>* only = nullptr) : only_(only) {}

  std::unique_ptr<PathObserver> clone() const override { return std::make_unique<CommonLocks>(*this); }
  void before_step(const Machine& machine, ThreadId t) override;
  std::vector<Finding> after_step(const Machine& machine, ThreadId t) override;
  // Drops the ranges that no thread can reach and returns the rest in canonical form.
  std::string canonical(const Machine& machine) override;

 private:
  struct Range {
    uint64_t size = 0;
    CandidateLocks locks;
    std::optional<LockedAccess> last;   // the last access
    std::optional<LockedAccess> other;  // the last access by another thread than that of `last`
  };

  void enter(const Machine& machine, const Access& access, const LockedAccess& site);
  void split(Address at);
  Finding finding(const Machine& machine, const Access& access, const LockedAccess& now,
                  const LockedAccess& earlier) const;
  std::string canonical_set(const Machine& machine, LocksetId set) const;

  std::shared_ptr<Locksets> locksets_ = std::make_shared<Locksets>();  // shared with copies
  const std::set<uint32_t>* only_;
  std::vector<Finding> findings_;    // of the step that is being taken
  std::map<Address, Range> ranges_;  // by first byte; they do not overlap
  uint32_t others_ = 0;              // the number of threads that have not been joined, minus one
};

// The locking discipline of a path.
inline std::unique_ptr<PathObserver> observe_locking() { return std::make_unique<CommonLocks>(); }
// Whether both findings are the same violation. The earlier accesses may differ, because another execution may have
// another order of accesses.
bool is_same_breach(const Machine& machine, const Finding& breach, const Finding& other);

}  // namespace mover
