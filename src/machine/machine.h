// What every machine that executes a program can do. The interpreter (vm/) is one; searches, reductions and
// reports are written against this header and know nothing of how a step is carried out.
//
// Vocabulary. A thread that is not running is *parked* before its next visible action, or has ended. A step
// executes that action and then everything local behind it, up to the next visible action. Local computation that
// is about to fail (a false assertion, a division by zero) parks too: failing is an action of its own, so that what
// other threads can do before it is explored.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/ir.h"
#include "machine/omission.h"
#include "support/small_vector.h"

namespace mover {

using ThreadId = uint32_t;

// Objects are far apart in the address space, so that an address alone tells object and offset.
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
  Local,    // local computation that fails now, or has run for so long that others get a turn
};

struct Access {
  Address address = 0;
  uint64_t size = 0;
  bool write = false;
  bool atomic = false;
  bool conditional = false;  // a compare-and-swap that would not write now, and might have before
  bool scope = false;        // a local's lifetime begins or ends: what accesses it outside fails, whatever the order
};

// Why a thread cannot move.
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
  bool resumed = false;                    // Sync: the waiting is over, nothing but the return from it is left
  // Of a readers-writer lock: readers do not get it while a writer waits for it, so that waiting for it is a step.
  bool prefers_writers = false;
  uint32_t choices = 1;  // step(t, 0 … choices-1)
  Alternatives alternatives = Alternatives::Values;
  // All memory that others can reach and the action accesses: locals whose lifetime it ends too, the state of
  // synchronisation objects not.
  SmallVector<Access, 2> accesses;
  Address object = 0;  // the synchronisation object, the awaited thread's handle, or the channel (of an Access: native)
  Address mutex = 0;   // of a condition wait, also where it is taken again
  ir::LocId loc = 0;   // in the user's code
};

enum class FindingKind : uint8_t { Assertion, Deadlock, Race, Memory, Discipline, Atomicity, Leak };
const char* to_text(FindingKind);
inline bool has_other_side(FindingKind kind) {
  return kind == FindingKind::Race || kind == FindingKind::Atomicity || kind == FindingKind::Discipline;
}

// Something wrong, seen in one state of one execution.
struct Finding {
  FindingKind kind = FindingKind::Assertion;
  std::string message;
  ThreadId thread = 0;
  ir::LocId loc = 0;
  // Race: the other side. `thread`/`loc` is the one with the smaller location. Atomicity: where the block had
  // committed. Discipline: an earlier access with other locks; nothing where a predicate is broken.
  ThreadId other_thread = 0;
  ir::LocId other_loc = 0;
  // Memory: the process might go on after it (a value that was never set, an access beyond an object), unlike after a
  // null access. Where that is not asked for, what comes after it is missing.
  bool survivable = false;
};

// How many bytes the object of such an operation has, as in glibc.
uint64_t size_of_object(ir::SyncOp);
bool initialises(ir::SyncOp);  // its object, whatever was there before
bool destroys(ir::SyncOp);
// Synchronisation objects are memory: initialising or destroying one is a plain write to its bytes, every other operation
// an atomic one. f(access) for those of the action.
template <typename F>
void for_each_object_access(const Action& action, F f) {
  if (action.kind != ActionKind::Sync || action.sync > ir::SyncOp::OnceEnd || action.resumed) return;
  const bool plain = initialises(action.sync) || destroys(action.sync);
  if (action.object != 0) f(Access{action.object, size_of_object(action.sync), true, !plain});
  if (action.mutex != 0 && action.mutex != action.object)
    f(Access{action.mutex, size_of_object(ir::SyncOp::MutexLock), true, true});
}

struct StepResult {
  enum class Kind : uint8_t {
    Running,  // some thread may go on
    Ended,    // the program has ended (exit, return from main, last thread gone)
    Failed,   // `finding`; the execution is over
    Limit,  // `limit` was hit here (not modelled, too deep, too much memory); the execution cannot be followed further
  } kind = Kind::Running;
  Finding finding;
  Omission limit;
};

enum class ThreadStatus : uint8_t { Absent, Parked, Ended };

// One event of a step, for whoever tracks order (races, locksets, reports). In the order in which they happened.
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
    Initialise,  // a synchronisation object: what its bytes were before orders nothing any more
    FailedTry,
    Output
  } kind;
  Address object = 0;                      // sync object, handle of the created or joined thread
  Access access;                           // Access and the Atomic ones
  bool own = false;                        // … to memory that no other thread can reach so far
  ir::Order order = ir::Order::NotAtomic;  // the Atomic ones and Fence
  ir::LocId loc = 0;
  ThreadId other = 0;   // Create, Join: the thread
  bool shared = false;  // Acquire, Release: the read side of a readers-writer lock
  uint64_t value = 0;   // Access: what was read or written (up to 8 bytes), where known
  bool value_known = false;
  bool is_access() const {
    return kind == Kind::Access || kind == Kind::AtomicLoad || kind == Kind::AtomicStore || kind == Kind::AtomicRmw;
  }
};

struct Held {  // a lock that a thread holds
  Address object = 0;
  bool shared = false;  // the read side
};

// What a place is called, whatever the interleaving: a global by itself; all that one line allocates, or declares, by
// one name, which is part of the canonical form.
struct PlaceName {
  uint32_t object = 0;
  uint32_t offset = 0;
  // No other place that threads can reach has this name at the same time, and one and the same thread makes and ends
  // the objects of that name. (As far as has been seen, in all executions: Machine::names_lost.)
  bool unique = false;
  bool is_global() const { return object < kDynamic; }
  static constexpr uint32_t kDynamic = 0x8000'0000u;
  bool operator==(const PlaceName& other) const { return object == other.object && offset == other.offset; }
};

// Bytes by their name.
struct NamedBytes {
  uint32_t object = 0;
  uint32_t offset = 0;
  uint32_t size = 0;
  bool overlaps(const NamedBytes& other) const {
    return object == other.object && uint64_t{offset} < uint64_t{other.offset} + other.size &&
           uint64_t{other.offset} < uint64_t{offset} + size;
  }
  auto operator<=>(const NamedBytes&) const = default;
};

// An exclusive access predicate that is in force: a thread has exclusive access to these bytes while `predicate`,
// evaluated as that thread, is true.
struct Exclusive {
  Address address = 0;
  uint64_t size = 0;
  ir::FunctionId predicate = 0;
  ir::LocId loc = 0;     // where it was declared
  uint64_t there = 0;    // as a bit set, the threads that have been asked; only while there are several
  uint64_t holders = 0;  // those of them that have exclusive access
  bool overlaps(const Access& access) const {
    return access.address < address + size && address < access.address + access.size;
  }
  bool covers(const Access& access) const {
    return address <= access.address && access.address + access.size <= address + size;
  }
};

// What of the program's text a thread is in, outermost first. `kept`: how many of them it has been in since before the
// last step, which was its own.
struct Scopes {
  std::vector<ir::FunctionId> functions;
  struct Block {  // mover_atomic_block
    ir::LocId begin = 0;
    std::vector<ir::LocId> acted;  // where the thread has taken steps in it
  };
  std::vector<Block> blocks;
  uint32_t functions_kept = 0, blocks_kept = 0;
};

// What an object is, for people.
struct ObjectInfo {
  enum class Kind : uint8_t { Unknown, Global, ThreadLocal, Heap, Stack } kind = Kind::Unknown;
  ir::GlobalId global = ir::kNone;  // Global, ThreadLocal
  ir::LocId made_at = 0;            // Heap: where it was allocated; Stack: where it is declared
  ir::TypeId type = 0;              // where known; the object may hold several, one behind the other
  std::string name;                 // Stack: of the variable, where known
  uint64_t size = 0;
};

// Stores byte strings once: equal bytes, equal number, and only then.
class ChunkSink {
 public:
  virtual ~ChunkSink() = default;
  virtual uint32_t intern(std::string_view bytes) = 0;
};

class Machine {
 public:
  virtual ~Machine() = default;

  virtual const ir::Program& program() const = 0;

  // Back to the initial state: the main thread parked before its first visible action (or the program already over:
  // see the result).
  virtual StepResult reset() = 0;

  virtual ThreadId num_threads() const = 0;  // ids are 0 … num_threads()-1; some may be Absent
  virtual ThreadStatus status(ThreadId) const = 0;
  virtual Action pending(ThreadId) const = 0;              // REQUIRES: status(t) == Parked
  virtual bool enabled(ThreadId) const = 0;                // pending(t).enabled, cheaper; false unless Parked
  virtual WaitsFor waits_for(ThreadId t) const { return pending(t).waits_for; }  // REQUIRES: Parked and not enabled
  virtual bool waiting(ThreadId) const = 0;                // on a condition or at a barrier, until others end that, or time
  virtual AccessHint access_hint(ThreadId) const = 0;      // about pending(t).accesses, much cheaper
  virtual uint32_t choices(ThreadId) const = 0;            // pending(t).choices, cheaper. REQUIRES: enabled(t)
  virtual StepResult step(ThreadId, uint32_t choice) = 0;  // REQUIRES: enabled(t), choice < choices(t)

  // What decides on the dependence of pending(t): its accesses, and besides them those that fail because the memory is
  // gone already, and what a thread that spins has read.
  virtual void touched(ThreadId, const Action& pending, std::vector<Access>& accesses) const = 0;
  virtual bool in_atomic_section(ThreadId) const = 0;
  virtual bool detached(ThreadId) const = 0;
  virtual Address handle(ThreadId) const = 0;  // what others join it by
  virtual Scopes scopes(ThreadId) const = 0;
  virtual std::string block_name(ThreadId, size_t block) const = 0;  // of Scopes::blocks

  // Names that do not depend on the interleaving, for whoever infers what protects what.
  virtual PlaceName name(Address) const = 0;
  virtual bool unique(uint32_t object_name) const = 0;
  virtual uint64_t names_lost() const = 0;        // how often a name has stopped being unique, in all executions
  virtual bool reused_numbers() const = 0;        // some thread was created after another one's number had become free
  virtual bool addresses_as_numbers() const = 0;  // some execution computed with an address that depends on the order

  // Exclusive access predicates. Where the machine was made to check them, a step that goes against one fails.
  virtual bool checks_exclusives() const = 0;  // it does, and the program declares some
  virtual std::span<const Exclusive> exclusives() const = 0;
  // In all executions, so they only grow: what predicates have been seen to read, and for what some were declared while
  // other threads were there.
  virtual const std::vector<NamedBytes>& read_by_predicates() const = 0;
  virtual const std::vector<std::pair<NamedBytes, ir::FunctionId>>& declared_late() const = 0;

  // Recording of events costs time, so it is off unless asked for. `happened` is about the last step (or reset).
  virtual void record_events(bool) = 0;
  virtual const std::vector<Event>& happened() const = 0;
  virtual const std::string& output() const = 0;  // what the program has written since reset, when recording

  // The compiled program (native engine) runs on over everything that no other thread can tell from doing it at once:
  // plain accesses to memory that is never accessed unordered, unlocking, the end of a thread. Then `happened` tells the
  // synchronisation that a step went through, recording or not, and the machine itself finds races among the accesses.
  virtual bool merges_steps() const { return false; }
  // That the last step has shown, and breaches of the locking discipline. REQUIRES: merges_steps()
  virtual std::vector<Finding> take_races() { return {}; }
  // How often it has learned that something it ran over must be a step of its own: what was explored before then counts
  // for nothing, and the search begins anew with reset().
  virtual uint64_t lessons() const { return 0; }

  // Whoever relies on comparing states says so before reset(): to such a machine more is part of a state then, and steps
  // are others. How often it has learned that still more is: states that were compared before then count for nothing.
  virtual void compare_states() {}
  virtual uint64_t state_lessons() const { return 0; }

  // Undo. A snapshot is a value; restoring it is exact. Where merges_steps(), only snapshots of states on the way to the
  // present one can be restored.
  class Snapshot {
   public:
    virtual ~Snapshot() = default;
  };
  virtual std::shared_ptr<const Snapshot> snapshot() const = 0;
  // For whoever can also take the steps since an earlier snapshot again: null where that costs less.
  virtual std::shared_ptr<const Snapshot> snapshot_now_and_then() const { return snapshot(); }
  virtual void restore(const Snapshot&) = 0;

  virtual bool has_canonical_states() const { return true; }
  // … and what happens from a state on, and is seen of it, depends on its canonical form alone.
  virtual bool states_tell_all() const { return has_canonical_states(); }
  // The canonical form of the current state as a tuple of chunks: states that differ only in heap addresses, dead
  // registers or freed memory give the same tuple. Two states of the same program are equal if and only if their
  // tuples are equal. REQUIRES: has_canonical_states(), the same sink in every call (numbers are remembered with what they
  // stand for).
  virtual void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) = 0;

  // How the canonical form just computed writes an address; 0 where nothing can reach its object any more.
  // REQUIRES: canonical_state() was called in this state.
  virtual Address canonical_address(Address) const = 0;

  // Of the canonical form just computed: so many chunks at its beginning are globals, and these of them hold the bytes
  // (first and last; REQUIRES: a global's).
  virtual size_t canonical_globals() const = 0;
  virtual std::pair<size_t, size_t> canonical_places(const NamedBytes&) const = 0;

  // For whoever wants to know which globals a state's future depends on: all that steps have looked at or changed since
  // the last call, whether others could see it or not. Off unless asked for.
  virtual void watch_globals(bool) = 0;
  virtual void take_looks(std::vector<NamedBytes>& looks) = 0;

  // Where heap memory was allocated that nothing points to any more. Kept apart in canonical forms only where the
  // machine was made to track leaks.
  virtual std::vector<ir::LocId> leaks() = 0;

  // For people.
  virtual std::string describe(Address,
                               uint64_t size) const = 0;  // "queue.items[3]", "mutex m", "malloc'd at a.c:12, byte 8"
  virtual ObjectInfo object(Address) const = 0;
  virtual std::string thread_name(ThreadId) const = 0;  // "main", "T1 (worker)"
  virtual ir::LocId created_at(ThreadId) const = 0;
  virtual std::span<const Held> held(ThreadId) const = 0;           // valid until the next step
  virtual std::vector<ir::LocId> stack(ThreadId) const = 0;         // innermost first, user's code only
  virtual std::vector<ThreadId> holders(Address object) const = 0;  // who holds that lock, or is the awaited thread

  // What this machine has met so far, in all its executions.
  virtual const std::vector<std::string>& notes() const = 0;       // standing assumptions
  virtual const std::vector<Omission>& incomplete() const = 0;  // values that were not explored
  // A synchronisation object was initialised, destroyed or freed while other threads were there.
  virtual bool remakes_objects() const { return true; }
  // A trylock failed, an atomic read did not acquire, and the like: see property/race.h.
  virtual bool observed_without_ordering() const = 0;
  // … and what an atomic read gave may have been an address: whose memory it is was not handed over in order.
  virtual bool address_without_ordering() const = 0;
  struct Unreached {
    std::string name;
    ir::LocId loc = 0;
  };
  // What no execution got to, a sentence each: see Coverage. REQUIRES: all of them were followed
  virtual std::vector<std::string> gaps() const { return {}; }
  virtual std::vector<Unreached> unreached() const = 0;  // mover_reachable("name") that no execution got to
};

// `shared_too`: the read side of a readers-writer lock will do.
bool holds_lock(const Machine& machine, ThreadId t, Address object, bool shared_too);

}  // namespace mover
