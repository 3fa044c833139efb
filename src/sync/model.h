// The vocabulary of the synchronisation rules: objects, the view that an operation has of them, and the fields of a
// rule.
#pragma once

#include <cstdint>

#include "ir/ops.h"

namespace mover::sync {

enum class Kind : uint8_t { Mutex, Condition, RwLock, Spin, Semaphore, Barrier, Once, Thread };

constexpr Kind kind_of(ir::SyncOp op) {
  using ir::SyncOp;
  if (op <= SyncOp::MutexDestroy) return Kind::Mutex;
  if (op <= SyncOp::CondDestroy) return Kind::Condition;
  if (op <= SyncOp::RwDestroy) return Kind::RwLock;
  if (op <= SyncOp::SpinDestroy) return Kind::Spin;
  if (op <= SyncOp::SemDestroy) return Kind::Semaphore;
  if (op <= SyncOp::BarrierDestroy) return Kind::Barrier;
  return op <= SyncOp::OnceEnd ? Kind::Once : Kind::Thread;
}

// The size in bytes of such an object in glibc. A thread occupies no memory of the program; its handle stands for it.
constexpr uint64_t size_of(Kind kind) {
  constexpr uint64_t kSizes[] = {40, 48, 56, 4, 32, 32, 4, 4};
  return kSizes[static_cast<uint8_t>(kind)];
}

constexpr const char* name_of(Kind kind) {
  constexpr const char* kNames[] = {
      "mutex", "condition variable", "readers-writer lock", "spin lock", "semaphore", "barrier", "once control",
      "thread"};
  return kNames[static_cast<uint8_t>(kind)];
}

constexpr bool is_lock(Kind kind) { return kind == Kind::Mutex || kind == Kind::RwLock || kind == Kind::Spin; }

// The state of an object. Each kind of object uses only some of the words.
template <typename Word>
struct Object {
  Word owner{0};   // mutex, spin lock: the owner's number + 1, or 0; readers-writer lock: its writer
  Word count{0};   // mutex: depth; readers-writer lock: readers; semaphore: value; barrier: threads that have arrived
  Word kind{0};    // mutex: MutexKind; readers-writer lock: RwKind; thread: 1 if it is detached
  Word robust{0};  // mutex: 1 if the end of its owner unlocks it
  Word state{0};   // robust mutex: Robust; once: Once; thread: Life
  Word threshold{0};  // barrier: the number of threads that pass together
  Word destroyed{0};  // 1: destroyed by its destroy function; thread: joined
  bool operator==(const Object&) const = default;
};

enum MutexKind : uint32_t { kNormal, kRecursive, kErrorCheck };
enum RwKind : uint32_t { kPrefersReaders, kPrefersWriters = 2 };  // glibc honours only PREFER_WRITER_NONRECURSIVE_NP
enum Robust : uint32_t {
  kConsistent,
  kInconsistent,   // an owner has ended while it held the mutex: the next owner gets EOWNERDEAD
  kUnrecoverable,  // an owner unlocked the inconsistent mutex without pthread_mutex_consistent
  kAbandoned,      // the owner is ending: its unlock makes the mutex inconsistent
};
enum Once : uint32_t { kUntouched, kRunning, kDone };
enum Life : uint32_t { kRuns, kEnded };

// The part of the state that an operation observes. Domain: see rules.h.
template <typename Domain>
struct View {
  using Word = typename Domain::Word;
  using Bool = typename Domain::Bool;
  Object<Word> object;
  Object<Word> mutex;   // condition waits: the mutex that is released or reacquired
  Word me{0};           // the thread + 1
  Word argument{0};     // initialisation: kind, value or count
  Word robust{0};       // MutexInit: 1 if the mutex is robust
  Word read_held{0};    // the number of times that the thread holds the read side of this lock
  Word queued{0};       // the number of writers that wait for this readers-writer lock
  Word waiters{0};      // the number of threads that wait on this condition
  Word other_mutex{0};  // the number of those waiters that use another mutex
  Word retaken_by{0};   // the number of threads that wait on a condition with this mutex, or reacquire it
  Word users{0};        // the number of threads that hold, or are blocked on, an object in these bytes
  Word may_end{0};      // 1: the wait may end without a notification, because it is timed or wake-ups may be spurious
  Word timed_out{0};    // 1: the wait has timed out
};

enum class Outcome : uint8_t {
  Continues,  // the call returns
  Blocks,     // the thread is disabled; the call has had no effect yet
  Waits,      // the thread is in the object's wait set until a notification or a timeout
  Resumes,    // the wait has ended: the thread is about to resume
  Fails,      // undefined behaviour: a finding
};

// Happens-before edges between operations on one object.
enum class Edge : uint8_t {
  None,
  Acquire,        // ordered after every Release and ReleaseShared of the object
  AcquireShared,  // ordered after every Release of the object
  Release,
  ReleaseShared,
  ReleaseAcquire,
  Observes,  // a failed try: its outcome depends on other threads, but there is no edge
  Reads,     // another observation: its outcome depends on other threads, but there is no edge
};

// Lipton's mover classes, provided that the facts that movers/discipline.h infers hold.
enum class Mover : uint8_t { Both, Right, Left, None };

// The waiters that are woken. One: there is one alternative for each waiter.
enum class Wakes : uint8_t { Nothing, One, All };

// The thread's progress in the call.
enum class Phase : uint8_t {
  Arrives,
  Waits,  // the thread is in the wait set of a condition
  // The wait has ended. The thread reacquires the mutex, leaves the barrier, or acquires the readers-writer lock that
  // prefers writers.
  Resumes,
};

// A guarded rule; the guard and the effect are in rules.h.
struct Rule {
  const char* when;  // the guard in words
  Outcome outcome = Outcome::Continues;
  int result = 0;  // the call's return value
  Edge edge = Edge::None;
  Mover mover = Mover::None;
  Wakes wakes = Wakes::Nothing;
  // Fails: the finding's message. {object} and {mutex} stand for their names, {user} for "T1 (f) holds", {waiter} for
  // "T1 (f) waits on it with m". If the message has no placeholder and the object has a name, ": {object}" is appended.
  const char* failure = nullptr;
  bool returns_count = false;  // the call returns the object's count
};

constexpr uint32_t kMostPosts = 0x7fffffff;  // SEM_VALUE_MAX
constexpr int kSerialThread = -1;            // PTHREAD_BARRIER_SERIAL_THREAD
constexpr int kRunInitialiser = -2;          // result of once_begin: the caller runs the initialiser, then once_end

// The behaviour of an operation that cannot acquire its object at once.
enum class IfRefused : uint8_t { Blocks, Returns, TimesOut };

constexpr IfRefused if_refused(ir::SyncOp op) {
  using ir::SyncOp;
  switch (op) {
    case SyncOp::MutexTryLock:
    case SyncOp::RwTryRdLock:
    case SyncOp::RwTryWrLock:
    case SyncOp::SpinTryLock:
    case SyncOp::SemTryWait:
      return IfRefused::Returns;
    case SyncOp::MutexTimedLock:
    case SyncOp::RwTimedRdLock:
    case SyncOp::RwTimedWrLock:
    case SyncOp::SemTimedWait:
      return IfRefused::TimesOut;
    default:
      return IfRefused::Blocks;
  }
}

// Whether the operation can block its thread on arrival.
constexpr bool may_block(ir::SyncOp op) {
  using ir::SyncOp;
  switch (op) {
    case SyncOp::MutexLock:
    case SyncOp::RwRdLock:
    case SyncOp::RwWrLock:
    case SyncOp::SpinLock:
    case SyncOp::SemWait:
    case SyncOp::OnceBegin:
    case SyncOp::ThreadJoin:
      return true;
    default:
      return false;
  }
}

}  // namespace mover::sync
