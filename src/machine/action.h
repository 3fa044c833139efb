// The pending action of a thread: the label of its next step, with the memory and the objects that the step accesses.
#pragma once

#include <cstdint>

#include "ir/ir.h"
#include "support/small_vector.h"

namespace mover {

using ThreadId = uint32_t;

// Objects are far apart in the address space, so that an address alone determines object and offset.
using Address = uint64_t;

enum class ActionKind : uint8_t {
  Start,   // a created thread begins
  Access,  // load, store, copy, read-modify-write: see Action::accesses
  Free,    // like a write of the whole object
  Fence,
  Choice,   // mover_choose and its like: `choices` alternatives
  Sync,     // see Action::sync
  Exit,     // the whole program ends here
  Declare,  // mover_exclusive: declares an exclusive access predicate
  Local,    // local computation that is about to fail, or that has exhausted its budget of instructions
};

struct Access {
  Address address = 0;
  uint64_t size = 0;
  bool write = false;
  bool atomic = false;
  bool conditional = false;  // a compare-and-swap that would not write now; it might have written in an earlier state
  bool scope = false;  // the lifetime of a local begins or ends; an access outside the lifetime fails in every order
};

// The reason why a thread is disabled.
enum class WaitsFor : uint8_t {
  Nothing,
  Mutex,
  RwLock,
  Writers,  // a readers-writer lock that prefers writers, and a writer waits for it
  Spin,
  Semaphore,
  Condition,
  Barrier,
  Once,
  Join,
  Discarded,
  Data,        // a pipe or socket that is empty
  Room,        // a pipe or socket that is full
  Connection,  // a connection request to a listening socket
  Event,       // one of several descriptors
};

// An upper bound of pending(t).accesses: no access, accesses to synchronisation objects only, atomic accesses only, any
// access. (Initialising a synchronisation object is a plain write.)
enum class AccessHint : uint8_t { None, Sync, Atomic, Plain };

// The aspect in which the alternatives of an action differ.
enum class Alternatives : uint8_t {
  Values,        // the value that mover_choose returns; the waiter that a signal wakes
  Memory,        // an allocation: 0 is new memory, every other alternative is memory that was freed
  MemoryOrNull,  // like Memory; in the last alternative the allocation fails
  WeakExchange,  // 1: a weak compare-and-swap fails spuriously
  EndOfWait,     // CondTimedWait: 0 times out, 1 wakes up spuriously; CondWait: 0 wakes up spuriously
};

struct Action {
  ActionKind kind = ActionKind::Local;
  ir::SyncOp sync = ir::SyncOp::Yield;  // kind == Sync
  bool enabled = false;
  WaitsFor waits_for = WaitsFor::Nothing;  // unless enabled
  bool resumed = false;                    // Sync: the wait has ended, and only the return from the wait is left
  // The readers-writer lock prefers writers: a reader is disabled while a writer waits, so beginning to wait is a step.
  bool prefers_writers = false;
  uint32_t choices = 1;  // the alternatives are 0 … choices-1
  Alternatives alternatives = Alternatives::Values;
  // Every access to memory that other threads can reach, including locals whose lifetime the action ends, excluding the
  // state of synchronisation objects.
  SmallVector<Access, 2> accesses;
  // The synchronisation object, the joined thread's handle, or the channel (native: also of an Access).
  Address object = 0;
  Address mutex = 0;  // of a condition wait, and of the reacquisition after it
  ir::LocId loc = 0;  // in the user's code
};

// The size in bytes of the object of such an operation, as in glibc.
uint64_t size_of_object(ir::SyncOp);
bool initialises(ir::SyncOp);  // the operation initialises its object, whatever the object's earlier contents
bool destroys(ir::SyncOp);
// Calls f(access) for each access of a synchronisation action to its objects. Synchronisation objects are memory:
// initialising or destroying one is a plain write to its bytes, every other operation an atomic write.
template <typename F>
void for_each_object_access(const Action& action, F f) {
  if (action.kind != ActionKind::Sync || action.sync > ir::SyncOp::OnceEnd || action.resumed) return;
  const bool plain = initialises(action.sync) || destroys(action.sync);
  if (action.object != 0) f(Access{action.object, size_of_object(action.sync), true, !plain});
  if (action.mutex != 0 && action.mutex != action.object)
    f(Access{action.mutex, size_of_object(ir::SyncOp::MutexLock), true, true});
}

}  // namespace mover
