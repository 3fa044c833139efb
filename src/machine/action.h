// What a thread is about to do: the label of its next step, with the memory and the objects that it accesses.
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
  Declare,  // mover_exclusive
  Local,    // local computation that fails now, or has run for so long that others are scheduled
};

struct Access {
  Address address = 0;
  uint64_t size = 0;
  bool write = false;
  bool atomic = false;
  bool conditional = false;  // a compare-and-swap that would not write now, and might have before
  bool scope = false;        // a local's lifetime begins or ends: an access outside fails, whatever the order
};

// Why a thread is disabled.
enum class WaitsFor : uint8_t {
  Nothing,
  Mutex,
  RwLock,
  Writers,  // that wait for a readers-writer lock before it
  Spin,
  Semaphore,
  Condition,
  Barrier,
  Once,
  Join,
  Discarded,
  Data,        // from a pipe or socket
  Room,        // in it
  Connection,  // to a socket
  Event,       // at one of several descriptors
};

// What pending(t).accesses may hold, at most: none, none but the state of a synchronisation object, atomic ones only,
// any (to initialise such an object is to write to it).
enum class AccessHint : uint8_t { None, Sync, Atomic, Plain };

// What the alternatives of an action differ in.
enum class Alternatives : uint8_t {
  Values,        // of mover_choose and its like; which waiter is woken
  Memory,        // that is asked for: 0 is new memory, others are at an address that was freed
  MemoryOrNull,  // the same, and the last is that there is none
  WeakExchange,  // 1: it fails although it finds what it expects
  EndOfWait,     // CondTimedWait: 0 times out, 1 wakes up spuriously; CondWait: 0 wakes up spuriously
};

struct Action {
  ActionKind kind = ActionKind::Local;
  ir::SyncOp sync = ir::SyncOp::Yield;  // kind == Sync
  bool enabled = false;
  WaitsFor waits_for = WaitsFor::Nothing;  // where not enabled
  bool resumed = false;                    // Sync: the wait has ended, only the return from it is left
  // Of a readers-writer lock: readers do not get it while a writer waits for it, so that waiting for it is a step.
  bool prefers_writers = false;
  uint32_t choices = 1;  // step(t, 0 … choices-1)
  Alternatives alternatives = Alternatives::Values;
  // All memory that other threads can reach and the action accesses: locals whose lifetime it ends too, the state of
  // synchronisation objects not.
  SmallVector<Access, 2> accesses;
  Address object = 0;  // the synchronisation object, the awaited thread's handle, or the channel (of an Access: native)
  Address mutex = 0;   // of a condition wait, also where it is taken again
  ir::LocId loc = 0;   // in the user's code
};

// How many bytes the object of such an operation has, as in glibc.
uint64_t size_of_object(ir::SyncOp);
bool initialises(ir::SyncOp);  // its object, whatever was there before
bool destroys(ir::SyncOp);
// Synchronisation objects are memory: initialising or destroying one is a plain write to its bytes, every other
// operation an atomic one. f(access) for those of the action.
template <typename F>
void for_each_object_access(const Action& action, F f) {
  if (action.kind != ActionKind::Sync || action.sync > ir::SyncOp::OnceEnd || action.resumed) return;
  const bool plain = initialises(action.sync) || destroys(action.sync);
  if (action.object != 0) f(Access{action.object, size_of_object(action.sync), true, !plain});
  if (action.mutex != 0 && action.mutex != action.object)
    f(Access{action.mutex, size_of_object(ir::SyncOp::MutexLock), true, true});
}

}  // namespace mover
