// What POSIX synchronisation does, once, for every engine: a transition relation over abstract objects.
//
// rules(op, view, row) calls row(rule, guard, effect) for every rule of an operation, in order; the operation does what
// the first rule says whose guard holds, and the last guard always does. A rule is text and constants: what the call
// returns, whether it blocks or fails, its happens-before edge, its mover class. Guards and effects are expressions over
// an abstract domain of words, without branches or loops of C++ over them: the interpreter and the native run-time
// instantiate them with numbers and store the words wherever each keeps them, the tests with sets of numbers, a symbolic
// engine with circuits. Domain has
//   Word  from a number; ==, !=, < give Bool; +, - give Word
//   Bool  &, |, !
//   static Word select(Bool, Word, Word)
//
// docs/synchronisation.md is the table of the rules, as `mover table` prints it.
#pragma once

#include <cstdint>

#include "ir/ops.h"

namespace mover::sync {

// What an object remembers. An object of one kind uses some of the words only.
template <typename Word>
struct Object {
  Word owner{0};      // thread + 1, or 0. Mutex, spin lock; readers-writer lock: its writer
  Word count{0};      // mutex: depth; readers-writer lock: readers; semaphore: value; barrier: threads that have arrived
  Word kind{0};       // mutex: MutexKind; readers-writer lock: RwKind; thread: 1 where it is detached
  Word robust{0};     // mutex: 1 where its owner's end unlocks it
  Word state{0};      // robust mutex: Robust; once: Once; thread: Life
  Word threshold{0};  // barrier: how many threads pass together
  Word destroyed{0};  // 1: by its destroy function; thread: it was joined
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
  Object<Word> mutex;       // condition waits: the mutex that is given up or taken again
  Word me{0};               // the thread + 1
  Word argument{0};         // initialisation: kind, value or count
  Word robust{0};           // MutexInit: 1 for a robust one
  Word read_held{0};        // how many read sides of this lock the thread holds
  Word queued{0};           // how many writers wait for this readers-writer lock
  Word waiters{0};          // how many threads wait on this condition …
  Word other_mutex{0};      // … and how many of them with another mutex
  Word retaken_by{0};       // how many threads wait on a condition with this mutex, or take it again
  Word users{0};            // how many threads hold, or are blocked on, an object in these bytes
  Word timed_out{0};        // 1: the wait is over because its time was
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
  TimesOut,  // in the wait set of a timed wait, or --spurious-wakeups
  Resumes,   // after the wait: takes the mutex again, leaves the barrier, takes the lock that prefers writers
};

struct Rule {
  const char* when;
  Outcome outcome = Outcome::Continues;
  int result = 0;  // what the call returns
  Edge edge = Edge::None;
  Mover mover = Mover::None;
  Wakes wakes = Wakes::Nothing;
  // Fails: the finding's message. {object}, {mutex}: their names; {user}: "T1 (f) holds"; {waiter}: "T1 (f) waits on it
  // with m". Where it names nothing, ": {object}" follows.
  const char* failure = nullptr;
  bool returns_count = false;     // the call returns the object's count
};

// Linux's error numbers, as the programs see them.
constexpr int kPermission = 1, kTryAgain = 11, kBusy = 16, kInvalid = 22, kDeadlock = 35, kOverflow = 75, kTimedOut = 110,
              kOwnerDead = 130, kNotRecoverable = 131;
constexpr uint32_t kMostPosts = 0x7fffffff;  // SEM_VALUE_MAX
constexpr int kSerialThread = -1;            // PTHREAD_BARRIER_SERIAL_THREAD
constexpr int kRunInitialiser = -2;          // of once_begin: the caller runs it, then once_end

template <typename Domain>
class Rules {
  using Word = typename Domain::Word;
  using Bool = typename Domain::Bool;
  using V = View<Domain>;
  using O = Object<Word>;

 public:
  // row(const Rule&, Bool guard, effect): effect(object, mutex) changes copies of those two of the view.
  template <typename Row>
  static void of(ir::SyncOp op, Phase phase, const V& v, Row row) {
    if (phase == Phase::Arrives) return on_arrival(op, v, row);
    if (phase == Phase::TimesOut) return at_time_out(op, row);
    return after_the_wait(op, v, row);
  }

 private:
  template <typename Row>
  static void at_time_out(ir::SyncOp op, Row row) {
    if (op == ir::SyncOp::CondWait || op == ir::SyncOp::CondTimedWait) condition_time_out(row);
  }

  template <typename Row>
  static void after_the_wait(ir::SyncOp op, const V& v, Row row) {
    using ir::SyncOp;
    if (op == SyncOp::CondWait || op == SyncOp::CondTimedWait) return condition_resume(v, row);
    if (op == SyncOp::BarrierWait) return barrier_leave(row);
    if (op == SyncOp::RwWrLock || op == SyncOp::RwTimedWrLock) return rwlock_resume(v, row, otherwise(op));
  }

  template <typename Row>
  static void on_arrival(ir::SyncOp op, const V& v, Row row) {
    using ir::SyncOp;
    switch (op) {
      case SyncOp::MutexInit:
        return mutex_init(v, row);
      case SyncOp::MutexLock:
        return mutex_lock(v, row);
      case SyncOp::MutexTryLock:
        return mutex_try(v, row);
      case SyncOp::MutexTimedLock:
        return mutex_timed(v, row);
      case SyncOp::MutexUnlock:
        return mutex_unlock(v, row);
      case SyncOp::MutexDestroy:
        return mutex_destroy(v, row);
      case SyncOp::CondInit:
        return condition_init(v, row);
      case SyncOp::CondWait:
      case SyncOp::CondTimedWait:
        return condition_wait(v, row);
      case SyncOp::CondSignal:
        return condition_wake(v, row, Wakes::One);
      case SyncOp::CondBroadcast:
        return condition_wake(v, row, Wakes::All);
      case SyncOp::CondDestroy:
        return condition_destroy(v, row);
      case SyncOp::RwInit:
        return rwlock_init(v, row);
      case SyncOp::RwRdLock:
      case SyncOp::RwTryRdLock:
      case SyncOp::RwTimedRdLock:
        return rwlock_read(v, row, otherwise(op));
      case SyncOp::RwWrLock:
      case SyncOp::RwTryWrLock:
      case SyncOp::RwTimedWrLock:
        return rwlock_write(v, row, otherwise(op));
      case SyncOp::RwUnlock:
        return rwlock_unlock(v, row);
      case SyncOp::RwDestroy:
        return rwlock_destroy(v, row);
      case SyncOp::SpinInit:
        return spin_init(v, row);
      case SyncOp::SpinLock:
      case SyncOp::SpinTryLock:
        return spin_lock(v, row, otherwise(op));
      case SyncOp::SpinUnlock:
        return spin_unlock(v, row);
      case SyncOp::SpinDestroy:
        return spin_destroy(v, row);
      case SyncOp::SemInit:
        return semaphore_init(v, row);
      case SyncOp::SemWait:
      case SyncOp::SemTryWait:
      case SyncOp::SemTimedWait:
        return semaphore_wait(v, row, otherwise(op));
      case SyncOp::SemPost:
        return semaphore_post(v, row);
      case SyncOp::SemGetValue:
        return semaphore_value(v, row);
      case SyncOp::SemDestroy:
        return semaphore_destroy(v, row);
      case SyncOp::BarrierInit:
        return barrier_init(v, row);
      case SyncOp::BarrierWait:
        return barrier_wait(v, row);
      case SyncOp::BarrierDestroy:
        return barrier_destroy(v, row);
      case SyncOp::OnceBegin:
        return once_begin(v, row);
      case SyncOp::OnceEnd:
        return once_end(v, row);
      case SyncOp::ThreadJoin:
        return thread_join(v, row);
      case SyncOp::ThreadDetach:
        return thread_detach(v, row);
      default:  // creation and end of threads, yields, atomic sections: each engine's own
        return;
    }
  }

  static constexpr auto kNothing = [](O&, O&) {};
  static Bool always() { return Bool(true); }

  // What a lock that cannot be had does: block, or return.
  static Rule otherwise(ir::SyncOp op) {
    using ir::SyncOp;
    switch (op) {
      case SyncOp::RwTryRdLock:
      case SyncOp::RwTryWrLock:
      case SyncOp::SpinTryLock:
        return {.when = "otherwise", .result = kBusy, .edge = Edge::Observes};
      case SyncOp::SemTryWait:
        return {.when = "otherwise", .result = kTryAgain, .edge = Edge::Observes};
      case SyncOp::RwTimedRdLock:
      case SyncOp::RwTimedWrLock:
      case SyncOp::SemTimedWait:
        return {.when = "otherwise", .result = kTimedOut, .edge = Edge::Observes};
      default:
        return {.when = "otherwise", .outcome = Outcome::Blocks};
    }
  }
  static bool is_try(const Rule& rule) { return rule.result == kBusy || rule.result == kTryAgain; }
  // A call that returns where the lock is not free tells of other threads: it is no mover.
  static Mover mover_of(const Rule& otherwise) { return otherwise.outcome == Outcome::Blocks ? Mover::Right : Mover::None; }

  // The first rule of every operation but initialisation.
  template <typename Row>
  static void must_exist(const V& v, Row& row, const char* failure) {
    row({.when = "it was destroyed", .outcome = Outcome::Fails, .failure = failure}, v.object.destroyed != Word(0), kNothing);
  }
  template <typename Row>
  static void must_be_unused(const V& v, Row& row, const char* failure) {
    row({.when = "a thread holds it or is blocked on it", .outcome = Outcome::Fails, .failure = failure},
        v.users != Word(0), kNothing);
  }
  template <typename Row>
  static void becomes_destroyed(Row& row) {
    row({.when = "otherwise", .edge = Edge::Reads}, always(), [](O& o, O&) { o.destroyed = Word(1); });
  }

  // ---- mutexes

  template <typename Row>
  static void mutex_init(const V& v, Row row) {
    must_be_unused(v, row, "initialises a mutex that {user}: {object}");
    row({.when = "otherwise"}, always(), [&](O& o, O&) {
      o = O{};
      o.kind = v.argument;
      o.robust = v.robust;
    });
  }

  // The rules of taking a mutex that is the thread's already and recursive, or free.
  template <typename Row>
  static void mutex_take(const V& v, Row& row, Mover mover, bool after_wait = false) {
    const O& o = v.object;
    row({.when = "its owner is this thread, and it is recursive", .mover = Mover::Both},
        (o.owner == v.me) & (o.kind == Word(kRecursive)), [](O& next, O&) { next.count = next.count + Word(1); });
    const Bool is_free = o.owner == Word(0);
    row({.when = "it is free, robust and not recoverable", .result = kNotRecoverable, .edge = Edge::Observes},
        is_free & (o.state == Word(kUnrecoverable)), kNothing);
    const auto take = [&](O& next, O&) {
      next.owner = v.me;
      next.count = Word(1);
    };
    row({.when = "it is free, robust, and its owner ended without unlocking it", .result = kOwnerDead,
         .edge = Edge::Acquire, .mover = mover},
        is_free & (o.state == Word(kInconsistent)), take);
    if (after_wait)
      row({.when = "it is free, and the wait for the condition has timed out", .result = kTimedOut,
           .edge = Edge::Acquire, .mover = mover},
          is_free & (v.timed_out != Word(0)), take);
    row({.when = "it is free", .edge = Edge::Acquire, .mover = mover}, is_free, take);
  }

  template <typename Row>
  static void mutex_lock(const V& v, Row row) {
    must_exist(v, row, "uses a mutex that was destroyed");
    mutex_take(v, row, Mover::Right);
    row({.when = "its owner is this thread, and it checks errors", .result = kDeadlock, .mover = Mover::Both},
        (v.object.owner == v.me) & (v.object.kind == Word(kErrorCheck)), kNothing);
    row({.when = "otherwise", .outcome = Outcome::Blocks}, always(), kNothing);
  }

  template <typename Row>
  static void mutex_try(const V& v, Row row) {
    must_exist(v, row, "uses a mutex that was destroyed");
    mutex_take(v, row, Mover::None);
    row({.when = "otherwise", .result = kBusy, .edge = Edge::Observes}, always(), kNothing);
  }

  template <typename Row>
  static void mutex_timed(const V& v, Row row) {
    must_exist(v, row, "uses a mutex that was destroyed");
    mutex_take(v, row, Mover::None);
    row({.when = "its owner is this thread, and it checks errors", .result = kDeadlock},
        (v.object.owner == v.me) & (v.object.kind == Word(kErrorCheck)), kNothing);
    row({.when = "otherwise", .result = kTimedOut, .edge = Edge::Observes}, always(), kNothing);
  }

  template <typename Row>
  static void mutex_unlock(const V& v, Row row) {
    must_exist(v, row, "uses a mutex that was destroyed");
    const O& o = v.object;
    const Bool mine = o.owner == v.me;
    row({.when = "its owner is another thread or none, and it is robust, recursive or checks errors", .result = kPermission},
        (!mine) & ((o.robust != Word(0)) | (o.kind != Word(kNormal))), kNothing);
    row({.when = "its owner is another thread or none", .outcome = Outcome::Fails,
         .failure = "unlocks a mutex that it does not hold"},
        !mine, kNothing);
    row({.when = "this thread has locked it more than once", .mover = Mover::Both}, Word(1) < o.count,
        [](O& next, O&) { next.count = next.count - Word(1); });
    row({.when = "otherwise", .edge = Edge::Release, .mover = Mover::Left}, always(), [&](O& next, O&) { give_back(next); });
  }

  // A robust mutex that was inconsistent cannot be recovered any more; one whose owner ends becomes inconsistent.
  static void give_back(O& next) {
    next.owner = Word(0);
    next.count = Word(0);
    next.state = Domain::select(next.state == Word(kAbandoned), Word(kInconsistent),
                                Domain::select(next.state == Word(kInconsistent), Word(kUnrecoverable), next.state));
  }

  template <typename Row>
  static void mutex_destroy(const V& v, Row row) {
    must_exist(v, row, "uses a mutex that was destroyed");
    row({.when = "it is locked", .outcome = Outcome::Fails, .failure = "destroys a mutex that is locked"},
        v.object.owner != Word(0), kNothing);
    row({.when = "a thread that waited on a condition will take it again", .outcome = Outcome::Fails,
         .failure = "destroys a mutex that a thread takes again after a wait"},
        v.retaken_by != Word(0), kNothing);
    becomes_destroyed(row);
  }

  // ---- condition variables

  template <typename Row>
  static void condition_init(const V& v, Row row) {
    must_be_unused(v, row, "initialises a condition variable that {user}: {object}");
    row({.when = "otherwise"}, always(), [](O& o, O&) { o = O{}; });
  }

  template <typename Row>
  static void condition_wait(const V& v, Row row) {
    must_exist(v, row, "uses a condition variable that was destroyed");
    row({.when = "this thread does not hold the mutex", .outcome = Outcome::Fails,
         .failure = "waits on a condition without holding the mutex {mutex}"},
        v.mutex.owner != v.me, kNothing);
    row({.when = "a thread waits on it with another mutex", .outcome = Outcome::Fails,
         .failure = "waits on {object} with {mutex}, while {waiter}"},
        v.other_mutex != Word(0), kNothing);
    row({.when = "this thread has locked the mutex more than once", .outcome = Outcome::Waits},
        Word(1) < v.mutex.count, [](O&, O& mutex) { mutex.count = mutex.count - Word(1); });
    row({.when = "otherwise", .outcome = Outcome::Waits, .edge = Edge::Release, .mover = Mover::Left}, always(),
        [](O&, O& mutex) { give_back(mutex); });
  }

  template <typename Row>
  static void condition_time_out(Row row) {
    row({.when = "always", .outcome = Outcome::Resumes}, always(), kNothing);
  }

  // The object is the mutex, which is to be taken again.
  template <typename Row>
  static void condition_resume(const V& v, Row row) {
    must_exist(v, row, "wakes up to a mutex that was destroyed");
    mutex_take(v, row, Mover::Right, true);
    row({.when = "otherwise", .outcome = Outcome::Blocks}, always(), kNothing);
  }

  template <typename Row>
  static void condition_wake(const V& v, Row row, Wakes wakes) {
    must_exist(v, row, "uses a condition variable that was destroyed");
    row({.when = "otherwise", .mover = Mover::Both, .wakes = wakes}, always(), kNothing);
  }

  template <typename Row>
  static void condition_destroy(const V& v, Row row) {
    must_exist(v, row, "uses a condition variable that was destroyed");
    row({.when = "threads wait on it", .outcome = Outcome::Fails,
         .failure = "destroys a condition variable that threads wait on"},
        v.waiters != Word(0), kNothing);
    becomes_destroyed(row);
  }

  // ---- readers-writer locks

  template <typename Row>
  static void rwlock_init(const V& v, Row row) {
    must_be_unused(v, row, "initialises a readers-writer lock that {user}: {object}");
    row({.when = "otherwise"}, always(), [&](O& o, O&) {
      o = O{};
      o.kind = v.argument;
    });
  }

  template <typename Row>
  static void rwlock_read(const V& v, Row row, Rule otherwise) {
    must_exist(v, row, "uses a readers-writer lock that was destroyed");
    rwlock_own(v, row, otherwise);
    const Bool kept_out = (v.object.kind == Word(kPrefersWriters)) & (v.queued != Word(0));
    row({.when = "no thread has it for writing, and no writer that is preferred waits", .edge = Edge::AcquireShared,
         .mover = mover_of(otherwise)},
        (v.object.owner == Word(0)) & !kept_out, [](O& o, O&) { o.count = o.count + Word(1); });
    row(otherwise, always(), kNothing);
  }

  template <typename Row>
  static void rwlock_write(const V& v, Row row, Rule otherwise) {
    must_exist(v, row, "uses a readers-writer lock that was destroyed");
    rwlock_own(v, row, otherwise);
    row({.when = "it is free", .edge = Edge::Acquire, .mover = mover_of(otherwise)},
        is_free(v), [&](O& o, O&) { o.owner = v.me; });
    if (!is_try(otherwise))
      row({.when = "it prefers writers", .outcome = Outcome::Waits}, v.object.kind == Word(kPrefersWriters), kNothing);
    row(otherwise, always(), kNothing);
  }
  static Bool is_free(const V& v) { return (v.object.owner == Word(0)) & (v.object.count == Word(0)); }

  // A writer that keeps readers out while it waits.
  template <typename Row>
  static void rwlock_resume(const V& v, Row row, Rule otherwise) {
    row({.when = "it is free", .edge = Edge::Acquire}, is_free(v), [&](O& o, O&) { o.owner = v.me; });
    row(otherwise, always(), kNothing);
  }

  template <typename Row>
  static void rwlock_own(const V& v, Row& row, const Rule& otherwise) {
    if (is_try(otherwise)) return;
    row({.when = "this thread has it for writing", .result = kDeadlock, .mover = mover_of(otherwise) == Mover::Right ? Mover::Both : Mover::None},
        v.object.owner == v.me, kNothing);
  }

  template <typename Row>
  static void rwlock_unlock(const V& v, Row row) {
    must_exist(v, row, "uses a readers-writer lock that was destroyed");
    row({.when = "this thread has it for writing", .edge = Edge::Release, .mover = Mover::Left}, v.object.owner == v.me,
        [](O& o, O&) { o.owner = Word(0); });
    row({.when = "this thread has it for reading", .edge = Edge::ReleaseShared, .mover = Mover::Left},
        v.read_held != Word(0), [](O& o, O&) { o.count = o.count - Word(1); });
    row({.when = "otherwise", .outcome = Outcome::Fails, .failure = "unlocks a readers-writer lock that it does not hold"},
        always(), kNothing);
  }

  template <typename Row>
  static void rwlock_destroy(const V& v, Row row) {
    must_exist(v, row, "uses a readers-writer lock that was destroyed");
    row({.when = "it is held", .outcome = Outcome::Fails, .failure = "destroys a readers-writer lock that is held"},
        (v.object.owner != Word(0)) | (v.object.count != Word(0)), kNothing);
    must_be_unused(v, row, "destroys a readers-writer lock that {user}: {object}");
    becomes_destroyed(row);
  }

  // ---- spin locks

  template <typename Row>
  static void spin_init(const V& v, Row row) {
    must_be_unused(v, row, "initialises a spin lock that {user}: {object}");
    row({.when = "otherwise"}, always(), [](O& o, O&) { o = O{}; });
  }

  template <typename Row>
  static void spin_lock(const V& v, Row row, Rule otherwise) {
    must_exist(v, row, "uses a spin lock that was destroyed");
    row({.when = "it is free", .edge = Edge::Acquire, .mover = mover_of(otherwise)}, v.object.owner == Word(0),
        [&](O& o, O&) { o.owner = v.me; });
    row(otherwise, always(), kNothing);
  }

  template <typename Row>
  static void spin_unlock(const V& v, Row row) {
    must_exist(v, row, "uses a spin lock that was destroyed");
    row({.when = "this thread holds it", .edge = Edge::Release, .mover = Mover::Left}, v.object.owner == v.me,
        [](O& o, O&) { o.owner = Word(0); });
    row({.when = "otherwise", .outcome = Outcome::Fails, .failure = "unlocks a spin lock that it does not hold"}, always(),
        kNothing);
  }

  template <typename Row>
  static void spin_destroy(const V& v, Row row) {
    must_exist(v, row, "uses a spin lock that was destroyed");
    row({.when = "it is held", .outcome = Outcome::Fails, .failure = "destroys a spin lock that is held"},
        v.object.owner != Word(0), kNothing);
    becomes_destroyed(row);
  }

  // ---- semaphores

  template <typename Row>
  static void semaphore_init(const V& v, Row row) {
    must_be_unused(v, row, "initialises a semaphore that {user}: {object}");
    row({.when = "otherwise"}, always(), [&](O& o, O&) {
      o = O{};
      o.count = v.argument;
    });
  }

  template <typename Row>
  static void semaphore_wait(const V& v, Row row, Rule otherwise) {
    must_exist(v, row, "uses a semaphore that was destroyed");
    row({.when = "its value is positive", .edge = Edge::Acquire, .mover = mover_of(otherwise)}, v.object.count != Word(0),
        [](O& o, O&) { o.count = o.count - Word(1); });
    row(otherwise, always(), kNothing);
  }

  template <typename Row>
  static void semaphore_post(const V& v, Row row) {
    must_exist(v, row, "uses a semaphore that was destroyed");
    row({.when = "its value is SEM_VALUE_MAX", .result = kOverflow, .edge = Edge::Observes},
        v.object.count == Word(kMostPosts), kNothing);
    row({.when = "otherwise", .edge = Edge::Release, .mover = Mover::Left}, always(),
        [](O& o, O&) { o.count = o.count + Word(1); });
  }

  template <typename Row>
  static void semaphore_value(const V& v, Row row) {
    must_exist(v, row, "uses a semaphore that was destroyed");
    row({.when = "otherwise", .edge = Edge::Reads, .returns_count = true}, always(), kNothing);
  }

  template <typename Row>
  static void semaphore_destroy(const V& v, Row row) {
    must_exist(v, row, "uses a semaphore that was destroyed");
    must_be_unused(v, row, "destroys a semaphore that {user}: {object}");
    becomes_destroyed(row);
  }

  // ---- barriers

  template <typename Row>
  static void barrier_init(const V& v, Row row) {
    row({.when = "the count is zero", .result = kInvalid}, v.argument == Word(0), kNothing);
    must_be_unused(v, row, "initialises a barrier that {user}: {object}");
    row({.when = "otherwise"}, always(), [&](O& o, O&) {
      o = O{};
      o.threshold = v.argument;
    });
  }

  template <typename Row>
  static void barrier_exists(const V& v, Row& row) {
    must_exist(v, row, "uses a barrier that was destroyed");
    row({.when = "it was never initialised", .outcome = Outcome::Fails, .failure = "uses a barrier that was never initialised"},
        v.object.threshold == Word(0), kNothing);
  }

  template <typename Row>
  static void barrier_wait(const V& v, Row row) {
    barrier_exists(v, row);
    row({.when = "threads of its generation are missing", .outcome = Outcome::Waits, .edge = Edge::Release},
        v.object.count + Word(1) < v.object.threshold, [](O& o, O&) { o.count = o.count + Word(1); });
    row({.when = "otherwise", .result = kSerialThread, .edge = Edge::ReleaseAcquire, .wakes = Wakes::All}, always(),
        [](O& o, O&) { o.count = Word(0); });
  }

  template <typename Row>
  static void barrier_leave(Row row) {  // the last arrival of its generation has ordered it already
    row({.when = "always", .mover = Mover::Both}, always(), kNothing);
  }

  template <typename Row>
  static void barrier_destroy(const V& v, Row row) {
    barrier_exists(v, row);
    row({.when = "threads wait at it", .outcome = Outcome::Fails, .failure = "destroys a barrier that threads wait at"},
        v.object.count != Word(0), kNothing);
    becomes_destroyed(row);
  }

  // ---- once

  template <typename Row>
  static void once_begin(const V& v, Row row) {
    row({.when = "another thread runs the initialiser", .outcome = Outcome::Blocks}, v.object.state == Word(kRunning), kNothing);
    row({.when = "no thread has run the initialiser", .result = kRunInitialiser, .edge = Edge::Acquire}, v.object.state == Word(kUntouched),
        [](O& o, O&) { o.state = Word(kRunning); });
    row({.when = "otherwise", .edge = Edge::Acquire}, always(), kNothing);
  }

  template <typename Row>
  static void once_end(const V& v, Row row) {  // the argument: Once, kUntouched where the initialiser has thrown
    row({.when = "always", .edge = Edge::Release}, always(), [&](O& o, O&) { o.state = v.argument; });
  }

  // ---- threads

  template <typename Row>
  static void must_not_be_joined(const V& v, Row& row, const char* failure) {
    row({.when = "it was joined", .outcome = Outcome::Fails, .failure = failure}, v.object.destroyed != Word(0), kNothing);
  }

  template <typename Row>
  static void thread_join(const V& v, Row row) {
    must_not_be_joined(v, row, "joins a thread that has been joined already or was detached");
    row({.when = "it is detached", .outcome = Outcome::Fails, .failure = "joins a detached thread"},
        v.object.kind != Word(0), kNothing);
    row({.when = "it has ended", .edge = Edge::Acquire, .mover = Mover::Right}, v.object.state == Word(kEnded),
        [](O& o, O&) { o.destroyed = Word(1); });
    row({.when = "otherwise", .outcome = Outcome::Blocks}, always(), kNothing);
  }

  template <typename Row>
  static void thread_detach(const V& v, Row row) {
    must_not_be_joined(v, row, "detaches a thread that has been joined already or was detached");
    row({.when = "it is detached", .outcome = Outcome::Fails, .failure = "detaches a thread that is detached already"},
        v.object.kind != Word(0), kNothing);
    row({.when = "otherwise"}, always(), [](O& o, O&) {
      o.kind = Word(1);
      o.destroyed = Domain::select(o.state == Word(kEnded), Word(1), o.destroyed);
    });
  }
};

}  // namespace mover::sync
