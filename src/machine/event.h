// Events: the accesses and synchronisation of a step that determine happens-before.
#pragma once

#include "machine/action.h"
#include "sync/model.h"

namespace mover {

// One event of a step, for properties and reports (races, locksets). Events are listed in program order.
struct Event {
  enum class Kind : uint8_t {
    Access,
    Acquire,
    Release,
    AtomicLoad,
    AtomicStore,
    AtomicRmw,
    Fence,
    Create,
    Join,
    End,
    NewObject,
    Use,         // an operation on a synchronisation object accesses its bytes: see for_each_object_access
    Initialise,  // a synchronisation object was initialised: its earlier contents order nothing any more
    FailedTry,
    Output
  } kind;
  Address object = 0;                      // the synchronisation object, or the handle of the created or joined thread
  Access access;                           // Access and the Atomic ones
  bool own = false;                        // Access: the memory is not reachable from other threads so far
  ir::Order order = ir::Order::NotAtomic;  // the Atomic ones and Fence
  ir::LocId loc = 0;
  ThreadId other = 0;   // Create, Join: the thread
  bool shared = false;  // Acquire, Release: the read side of a readers-writer lock
  uint64_t value = 0;   // Access: the value that was read or written (up to 8 bytes), where known
  bool value_known = false;
  bool is_access() const {
    return kind == Kind::Access || kind == Kind::AtomicLoad || kind == Kind::AtomicStore || kind == Kind::AtomicRmw;
  }
};

struct Held {  // a lock that a thread holds
  Address object = 0;
  bool shared = false;  // the read side
  sync::Kind kind = sync::Kind::Mutex;
};

}  // namespace mover
