// The rule of the locking discipline [STO02, section 7: lockset'], for some bytes: which locks are left that every
// access has held, and the finding where none is. common_locks.h and the native machine's run-time keep them along a
// path.
#pragma once

#include <functional>
#include <string>

#include "machine/machine.h"
#include "movers/locksets.h"

namespace mover {

// An access, and what its thread held: in any way, and not just for reading.
struct LockedAccess {
  ThreadId thread = 0;
  ir::LocId loc = 0;
  bool write = false;
  LocksetId any = Locksets::kNothing, exclusive = Locksets::kNothing;
  bool operator==(const LockedAccess&) const = default;
};

struct CandidateLocks {
  LocksetId writes = Locksets::kEverything, reads = Locksets::kEverything;  // held at all of them
  bool plain = false;                                                       // some access is not atomic
  bool broken = false;
  bool operator==(const CandidateLocks&) const = default;

  // Whether that access is the first to violate the rule.
  bool enter(Locksets& locksets, const LockedAccess& access, bool atomic);
};

// Names for messages.
struct LockingNames {
  std::function<std::string(ThreadId)> thread;
  std::function<std::string(ir::LocId)> place;
  std::function<std::string(const LockName&)> lock;  // of those that have a place
};

// REQUIRES: `now` has violated the rule for that object, and `earlier` is another thread's access to it.
Finding locking_finding(const Locksets& locksets, const std::string& object, const LockedAccess& now,
                        const LockedAccess& earlier, const LockingNames& names);

}  // namespace mover
