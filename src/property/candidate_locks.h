// The rule of the locking discipline [STO02, section 7: lockset'] for one range of bytes. The candidate locks are the
// locks that every access has held. A finding is reported when no candidate is left. common_locks.h and the native
// run-time maintain candidate locks along a path.
#pragma once

#include <functional>
#include <string>

#include "machine/machine.h"
#include "property/locksets.h"

namespace mover {

// An access, the locks that its thread held in any mode, and those that it held exclusively.
struct LockedAccess {
  ThreadId thread = 0;
  ir::LocId loc = 0;
  bool write = false;
  LocksetId any = Locksets::kNothing, exclusive = Locksets::kNothing;
  bool operator==(const LockedAccess&) const = default;
};

struct CandidateLocks {
  LocksetId writes = Locksets::kEverything;  // the locks held at all writes
  LocksetId reads = Locksets::kEverything;   // the locks held at all reads
  bool plain = false;                        // some access was not atomic
  bool broken = false;                       // some access has violated the rule
  bool operator==(const CandidateLocks&) const = default;

  // Adds the access. Returns whether it is the first one that violates the rule.
  bool enter(Locksets& locksets, const LockedAccess& access, bool atomic);
};

// Functions that name threads, places and locks in messages.
struct LockingNames {
  std::function<std::string(ThreadId)> thread;
  std::function<std::string(ir::LocId)> place;
  std::function<std::string(const LockName&)> lock;  // REQUIRES: LockName::Kind::Place
};

// The finding that reports the violation. REQUIRES: `now` has violated the rule for that object, and `earlier` is
// another thread's access to the object.
Finding locking_finding(const Locksets& locksets, const std::string& object, const LockedAccess& now,
                        const LockedAccess& earlier, const LockingNames& names);

}  // namespace mover
