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
  Free,    // counts as a write of the whole object
  Fence,
  Choice,   // a nondeterministic choice of `choices` alternatives: mover_choose, an allocation
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
  // A compare-and-swap that would fail in the current state. It might write if it were executed in another order.
  bool conditional = false;
  // The beginning or end of a local's lifetime. It is in no race: an access outside the lifetime fails in every order.
  bool scope = false;
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
  Discarded,   // for ever: an assumption was false
  Data,        // data in an empty pipe or socket
  Room,        // room in a full pipe or socket
  Connection,  // a connection request to a listening socket
  Event,       // an event at one of several descriptors (poll, epoll)
  Signal,      // a signal to the process
};

// A machine that detects spinning threads disables them until a value that they have read changes. This says whether
// the thread spins, and whether the loop that it stays in has an exit.
enum class Spins : uint8_t { No, WithExit, WithoutExit, Unclear };

// An upper bound of the kinds of accesses in an action: no access, accesses to synchronisation objects only, atomic
// accesses only, any access. (Initialising a synchronisation object is a plain write.)
enum class AccessHint : uint8_t { None, Sync, Atomic, Plain };

// The aspect in which the alternatives of an action differ.
enum class Alternatives : uint8_t {
  Values,        // the value that mover_choose returns; the waiter that a signal wakes
  Memory,        // an allocation: 0 is new memory, every other alternative is memory that was freed
  MemoryOrNull,  // like Memory; in the last alternative the allocation fails
  WeakExchange,  // 1: a weak compare-and-swap fails spuriously
  Decision,      // a branch or switch on an uninitialised value: 0 is that the condition holds, or the first case
  EndOfWait,     // CondTimedWait: 0 times out, 1 wakes up spuriously; CondWait: 0 wakes up spuriously
  Crash,         // mover_may_crash: 1: the process ends here
  Loss,          // 1: a datagram that is sent is lost
  Overtaking,    // the number of datagrams, or of ended children, that the call passes over
};

struct Action {
  ActionKind kind = ActionKind::Local;
  ir::SyncOp sync = ir::SyncOp::Yield;  // kind == Sync
  bool enabled = false;
  WaitsFor waits_for = WaitsFor::Nothing;  // if not enabled
  Spins spins = Spins::No;                 // if not enabled, and waits_for == Nothing
  bool resumed = false;                    // Sync: the wait has ended, and the step only returns from it
  // The readers-writer lock prefers writers: a reader is disabled while a writer waits, so beginning to wait is a step.
  bool prefers_writers = false;
  bool post_fails = false;     // SemPost: the semaphore has its largest value
  bool only_observes = false;  // OnceBegin: the initialiser has run, so the operation changes nothing
  uint32_t choices = 1;        // the alternatives are 0 … choices-1
  Alternatives alternatives = Alternatives::Values;
  // Every access to memory that other threads can reach, including locals whose lifetime the action ends, excluding the
  // state of synchronisation objects.
  SmallVector<Access, 2> accesses;
  // The synchronisation object, the handle of the thread to be joined, or a channel such as a pipe. Only the native
  // engine has channels; their actions may be of the kind Access.
  Address object = 0;
  Address mutex = 0;  // the mutex of a condition wait, and of the reacquisition after it; otherwise 0
  // The condition variable or barrier whose wait has ended and from which the step returns. Until then, the thread uses
  // the object, unless it has been destroyed meanwhile; destroying it waits for such threads. Otherwise 0.
  Address leaves = 0;
  ir::LocId loc = 0;  // the place in the user's code
};

// The size in bytes of the synchronisation object of this operation, as in glibc.
uint64_t size_of_object(ir::SyncOp);
uint64_t size_of_left(const Action& action);  // the size of the object at Action::leaves
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
