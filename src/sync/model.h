// What the rules of synchronisation speak of: objects, what an operation sees of them, and what a rule says.
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

constexpr bool is_lock(Kind kind) { return kind == Kind::Mutex || kind == Kind::RwLock || kind == Kind::Spin; }

// What an object remembers. An object of one kind uses some of the words only.
template <typename Word>
struct Object {
  Word owner{0};   // thread + 1, or 0. Mutex, spin lock; readers-writer lock: its writer
  Word count{0};   // mutex: depth; readers-writer lock: readers; semaphore: value; barrier: threads that have arrived
  Word kind{0};    // mutex: MutexKind; readers-writer lock: RwKind; thread: 1 where it is detached
  Word robust{0};  // mutex: 1 where its owner's end unlocks it
  Word state{0};   // robust mutex: Robust; once: Once; thread: Life
  Word threshold{0};  // barrier: how many threads pass together
  Word destroyed{0};  // 1: by its destroy function; thread: it was joined
  bool operator==(const Object&) const = default;
};

enum MutexKind : uint32_t { kNormal, kRecursive, kErrorCheck };
enum RwKind : uint32_t { kPrefersReaders, kPrefersWriters = 2 };  // glibc heeds PREFER_WRITER_NONRECURSIVE_NP alone
enum Robust : uint32_t {
  kConsistent,
  kInconsistent,   // the owner ended while it held the mutex: the next owner gets EOWNERDEAD
  kUnrecoverable,  // and unlocked it without pthread_mutex_consistent
  kAbandoned,      // the owner is ending: its unlock makes the mutex inconsistent
};
enum Once : uint32_t { kUntouched, kRunning, kDone };
enum Life : uint32_t { kRuns, kEnded };

// What an operation can see.
template <typename Domain>
struct View {
  using Word = typename Domain::Word;
  using Bool = typename Domain::Bool;
  Object<Word> object;
  Object<Word> mutex;   // condition waits: the mutex that is given up or taken again
  Word me{0};           // the thread + 1
  Word argument{0};     // initialisation: kind, value or count
  Word robust{0};       // MutexInit: 1 for a robust one
  Word read_held{0};    // how many read sides of this lock the thread holds
  Word queued{0};       // how many writers wait for this readers-writer lock
  Word waiters{0};      // how many threads wait on this condition …
  Word other_mutex{0};  // … and how many of them with another mutex
  Word retaken_by{0};   // how many threads wait on a condition with this mutex, or take it again
  Word users{0};        // how many threads hold, or are blocked on, an object in these bytes
  Word may_end{0};      // 1: the wait may end by itself: it is timed, or wake-ups may be spurious
  Word timed_out{0};    // 1: the wait is over because its time was
};

enum class Outcome : uint8_t {
  Continues,  // the call returns
  Blocks,     // the thread is disabled; nothing has happened yet
  Waits,      // the thread is in the object's wait set until another thread, or time, ends that
  Resumes,    // the wait is over: the thread is about to resume
  Fails,      // undefined behaviour: a finding
};

// Happens-before edges between operations on one object.
enum class Edge : uint8_t {
  None,
  Acquire,        // after every Release and ReleaseShared of it
  AcquireShared,  // after every Release
  Release,
  ReleaseShared,
  ReleaseAcquire,
  Observes,  // a failed try: the outcome tells of other threads, and orders nothing
  Reads,     // so does this one, which is no try
};

// Lipton's classes, where the locking discipline holds (movers/discipline.h looks at whether it does).
enum class Mover : uint8_t { Both, Right, Left, None };

enum class Wakes : uint8_t { Nothing, One, All };  // of the threads that wait there; One: an alternative for each

// At which point of the call the thread is.
enum class Phase : uint8_t {
  Arrives,
  Waits,    // in the wait set of a condition
  Resumes,  // after the wait: takes the mutex again, leaves the barrier, takes the lock that prefers writers
};

struct Rule {
  const char* when;
  Outcome outcome = Outcome::Continues;
  int result = 0;  // what the call returns
  Edge edge = Edge::None;
  Mover mover = Mover::None;
  Wakes wakes = Wakes::Nothing;
  // Fails: the finding's message. {object}, {mutex}: their names; {user}: "T1 (f) holds"; {waiter}: "T1 (f) waits on it
  // with m". Where it names nothing, ": {object}" follows, if that has a name.
  const char* failure = nullptr;
  bool returns_count = false;  // the call returns the object's count
};

constexpr uint32_t kMostPosts = 0x7fffffff;  // SEM_VALUE_MAX
constexpr int kSerialThread = -1;            // PTHREAD_BARRIER_SERIAL_THREAD
constexpr int kRunInitialiser = -2;          // of once_begin: the caller runs it, then once_end

// What an operation does where it cannot have what it asks for.
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

// Whether a thread that arrives there may have to wait for another one.
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
