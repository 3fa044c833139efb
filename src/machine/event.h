// Events: the accesses and synchronisation of a step that determine happens-before.
#pragma once

#include "machine/action.h"
#include "sync/model.h"

namespace mover {

// One event of a step, for properties and reports. The events of a step are listed in program order.
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
    Use,         // the access of an operation to the bytes of its synchronisation object (for_each_object_access)
    Initialise,  // a synchronisation object was initialised; its earlier operations no longer order anything
    FailedTry,
    Output
  } kind;
  Address object = 0;                      // the synchronisation object, or the handle of the created or joined thread
  Access access;                           // Access, Use, AtomicLoad, AtomicStore, AtomicRmw
  bool own = false;                        // Access: other threads cannot reach the memory yet
  ir::Order order = ir::Order::NotAtomic;  // Fence, AtomicLoad, AtomicStore, AtomicRmw
  ir::LocId loc = 0;
  ThreadId other = 0;   // Create, Join: the created or joined thread
  bool shared = false;  // Acquire, Release: the read side of a readers-writer lock
  uint64_t value = 0;   // Access: if value_known, the value that was read or written (up to 8 bytes)
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
