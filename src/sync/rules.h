// The semantics of POSIX synchronisation, shared by all engines: a transition relation over abstract objects.
//
// Rules<Domain>::of(op, phase, view, row) calls row(rule, guard, effect) for every rule of an operation, in order. The
// first rule whose guard holds applies; the last guard always holds. A rule consists of constants: the return value,
// whether the call blocks or fails, its happens-before edge, its mover class. Guards and effects are expressions over
// an abstract domain of words, without C++ branches or loops over those words. So the interpreter and the native
// run-time instantiate them with numbers, the symbolic engine with circuits, and the tests with sets of numbers. Domain
// has
//   Word  from a number; ==, !=, < give Bool; +, - give Word
//   Bool  &, |, !
//   static Word select(Bool, Word, Word)
//
// docs/synchronisation.md is the table of the rules, as `mover table` prints it.
#pragma once

#include <cerrno>
#include <cstdint>

#include "sync/model.h"

namespace mover::sync {

template <typename Domain>
class Rules {
  using Word = typename Domain::Word;
  using Bool = typename Domain::Bool;
  using V = View<Domain>;
  using O = Object<Word>;

 public:
  // row(const Rule&, Bool guard, effect): effect(object, mutex) changes copies of the view's object and mutex.
  template <typename Row>
  static void of(ir::SyncOp op, Phase phase, const V& v, Row row) {
    if (phase == Phase::Arrives) return on_arrival(op, v, row);
    if (phase == Phase::Waits) return in_the_wait(op, v, row);
    return after_the_wait(op, v, row);
  }

 private:
  template <typename Row>
  static void in_the_wait(ir::SyncOp op, const V& v, Row row) {
    if (op == ir::SyncOp::CondWait || op == ir::SyncOp::CondTimedWait) condition_end_of_wait(v, row);
  }

  template <typename Row>
  static void after_the_wait(ir::SyncOp op, const V& v, Row row) {
    using ir::SyncOp;
    if (op == SyncOp::CondWait || op == SyncOp::CondTimedWait) return condition_resume(v, row);
    if (op == SyncOp::BarrierWait) return barrier_leave(row);
    if (op == SyncOp::RwWrLock || op == SyncOp::RwTimedWrLock) return rwlock_resume(v, row, op);
  }

  template <typename Row>
  static void on_arrival(ir::SyncOp op, const V& v, Row row) {
    using ir::SyncOp;
    switch (op) {
      case SyncOp::MutexInit:
        return mutex_init(v, row);
      case SyncOp::MutexLock:
      case SyncOp::MutexTryLock:
      case SyncOp::MutexTimedLock:
        return mutex_lock(v, row, op);
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
        return rwlock_read(v, row, op);
      case SyncOp::RwWrLock:
      case SyncOp::RwTryWrLock:
      case SyncOp::RwTimedWrLock:
        return rwlock_write(v, row, op);
      case SyncOp::RwUnlock:
        return rwlock_unlock(v, row);
      case SyncOp::RwDestroy:
        return rwlock_destroy(v, row);
      case SyncOp::SpinInit:
        return spin_init(v, row);
      case SyncOp::SpinLock:
      case SyncOp::SpinTryLock:
        return spin_lock(v, row, op);
      case SyncOp::SpinUnlock:
        return spin_unlock(v, row);
      case SyncOp::SpinDestroy:
        return spin_destroy(v, row);
      case SyncOp::SemInit:
        return semaphore_init(v, row);
      case SyncOp::SemWait:
      case SyncOp::SemTryWait:
      case SyncOp::SemTimedWait:
        return semaphore_wait(v, row, op);
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
      default:  // creation and end of threads, yields, atomic sections: each engine implements these itself
        return;
    }
  }

  static constexpr auto kNothing = [](O&, O&) {};
  static Bool always() { return Bool(true); }

  // The last rule of an operation that acquires a lock or a semaphore: the acquisition is not possible.
  template <typename Row>
  static void refused(ir::SyncOp op, Row& row) {
    const int busy = op == ir::SyncOp::SemTryWait ? EAGAIN : EBUSY;
    switch (if_refused(op)) {
      case IfRefused::Blocks:
        return row({.when = "otherwise", .outcome = Outcome::Blocks}, always(), kNothing);
      case IfRefused::Returns:
        return row({.when = "otherwise", .result = busy, .edge = Edge::Observes}, always(), kNothing);
      case IfRefused::TimesOut:
        return row({.when = "otherwise", .result = ETIMEDOUT, .edge = Edge::Observes}, always(), kNothing);
    }
  }
  // An operation that can also return without the lock observes other threads, so it is not a mover.
  static Mover mover_of(ir::SyncOp op) { return if_refused(op) == IfRefused::Blocks ? Mover::Right : Mover::None; }

  // The first rule of every operation but initialisation.
  template <typename Row>
  static void must_exist(const V& v, Row& row, const char* failure) {
    row({.when = "it was destroyed", .outcome = Outcome::Fails, .failure = failure}, v.object.destroyed != Word(0),
        kNothing);
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

  // The rules for acquiring a mutex that is free, or that is recursive and owned by this thread.
  template <typename Row>
  static void mutex_take(const V& v, Row& row, Mover mover, bool after_wait = false) {
    const O& o = v.object;
    row({.when = "its owner is this thread, and it is recursive", .mover = Mover::Both},
        (o.owner == v.me) & (o.kind == Word(kRecursive)), [](O& next, O&) { next.count = next.count + Word(1); });
    const Bool is_free = o.owner == Word(0);
    row({.when = "it is free, robust and not recoverable", .result = ENOTRECOVERABLE, .edge = Edge::Observes},
        is_free & (o.state == Word(kUnrecoverable)), kNothing);
    const auto take = [&](O& next, O&) {
      next.owner = v.me;
      next.count = Word(1);
    };
    row({.when = "it is free, robust, and its owner ended without unlocking it",
         .result = EOWNERDEAD,
         .edge = Edge::Acquire,
         .mover = mover},
        is_free & (o.state == Word(kInconsistent)), take);
    if (after_wait)
      row({.when = "it is free, and the wait for the condition has timed out",
           .result = ETIMEDOUT,
           .edge = Edge::Acquire,
           .mover = mover},
          is_free & (v.timed_out != Word(0)), take);
    row({.when = "it is free", .edge = Edge::Acquire, .mover = mover}, is_free, take);
  }

  template <typename Row>
  static void mutex_lock(const V& v, Row row, ir::SyncOp op) {
    must_exist(v, row, "uses a mutex that was destroyed");
    mutex_take(v, row, mover_of(op));
    if (if_refused(op) != IfRefused::Returns)
      row({.when = "its owner is this thread, and it checks errors", .result = EDEADLK, .mover = Mover::Both},
          (v.object.owner == v.me) & (v.object.kind == Word(kErrorCheck)), kNothing);
    refused(op, row);
  }

  template <typename Row>
  static void mutex_unlock(const V& v, Row row) {
    must_exist(v, row, "uses a mutex that was destroyed");
    const O& o = v.object;
    const Bool mine = o.owner == v.me;
    row({.when = "its owner is another thread or none, and it is robust, recursive or checks errors", .result = EPERM},
        (!mine) & ((o.robust != Word(0)) | (o.kind != Word(kNormal))), kNothing);
    row({.when = "its owner is another thread or none",
         .outcome = Outcome::Fails,
         .failure = "unlocks a mutex that it does not hold"},
        !mine, kNothing);
    row({.when = "this thread has locked it more than once", .mover = Mover::Both}, Word(1) < o.count,
        [](O& next, O&) { next.count = next.count - Word(1); });
    row({.when = "otherwise", .edge = Edge::Release, .mover = Mover::Left}, always(),
        [&](O& next, O&) { give_back(next); });
  }

  // Releases a mutex. A robust mutex that was inconsistent becomes unrecoverable; one whose owner is ending becomes
  // inconsistent.
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
    row({.when = "a thread that waited on a condition will take it again",
         .outcome = Outcome::Fails,
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
    row({.when = "this thread does not hold the mutex",
         .outcome = Outcome::Fails,
         .failure = "waits on a condition without holding the mutex {mutex}"},
        v.mutex.owner != v.me, kNothing);
    row({.when = "a thread waits on it with another mutex",
         .outcome = Outcome::Fails,
         .failure = "waits on {object} with {mutex}, while {waiter}"},
        v.other_mutex != Word(0), kNothing);
    row({.when = "this thread has locked the mutex more than once", .outcome = Outcome::Waits}, Word(1) < v.mutex.count,
        [](O&, O& mutex) { mutex.count = mutex.count - Word(1); });
    row({.when = "otherwise", .outcome = Outcome::Waits, .edge = Edge::Release, .mover = Mover::Left}, always(),
        [](O&, O& mutex) { give_back(mutex); });
  }

  template <typename Row>
  static void condition_end_of_wait(const V& v, Row row) {
    row({.when = "its time may be over, or wake-ups may be spurious", .outcome = Outcome::Resumes},
        v.may_end != Word(0), kNothing);
    row({.when = "otherwise", .outcome = Outcome::Blocks}, always(), kNothing);
  }

  // The thread reacquires the mutex of the condition wait. Here v.object is the mutex.
  template <typename Row>
  static void condition_resume(const V& v, Row row) {
    must_exist(v, row, "reacquires, after a wait, a mutex that was destroyed");
    mutex_take(v, row, Mover::Right, true);
    refused(ir::SyncOp::MutexLock, row);
  }

  template <typename Row>
  static void condition_wake(const V& v, Row row, Wakes wakes) {
    must_exist(v, row, "uses a condition variable that was destroyed");
    row({.when = "otherwise", .mover = Mover::Both, .wakes = wakes}, always(), kNothing);
  }

  template <typename Row>
  static void condition_destroy(const V& v, Row row) {
    must_exist(v, row, "uses a condition variable that was destroyed");
    row({.when = "threads wait on it",
         .outcome = Outcome::Fails,
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
  static void rwlock_read(const V& v, Row row, ir::SyncOp op) {
    must_exist(v, row, "uses a readers-writer lock that was destroyed");
    rwlock_own(v, row, op);
    const Bool kept_out = (v.object.kind == Word(kPrefersWriters)) & (v.queued != Word(0));
    row({.when = "no thread has it for writing, and no writer that is preferred waits",
         .edge = Edge::AcquireShared,
         .mover = mover_of(op)},
        (v.object.owner == Word(0)) & !kept_out, [](O& o, O&) { o.count = o.count + Word(1); });
    refused(op, row);
  }

  template <typename Row>
  static void rwlock_write(const V& v, Row row, ir::SyncOp op) {
    must_exist(v, row, "uses a readers-writer lock that was destroyed");
    rwlock_own(v, row, op);
    row({.when = "it is free", .edge = Edge::Acquire, .mover = mover_of(op)}, is_free(v),
        [&](O& o, O&) { o.owner = v.me; });
    if (if_refused(op) != IfRefused::Returns)
      row({.when = "it prefers writers", .outcome = Outcome::Waits}, v.object.kind == Word(kPrefersWriters), kNothing);
    refused(op, row);
  }
  static Bool is_free(const V& v) { return (v.object.owner == Word(0)) & (v.object.count == Word(0)); }

  // A writer resumes after it has waited for a lock that prefers writers. While it waits, new readers are disabled.
  template <typename Row>
  static void rwlock_resume(const V& v, Row row, ir::SyncOp op) {
    row({.when = "it is free", .edge = Edge::Acquire}, is_free(v), [&](O& o, O&) { o.owner = v.me; });
    refused(op, row);
  }

  template <typename Row>
  static void rwlock_own(const V& v, Row& row, ir::SyncOp op) {
    if (if_refused(op) == IfRefused::Returns) return;
    row({.when = "this thread has it for writing", .result = EDEADLK, .mover = Mover::Both}, v.object.owner == v.me,
        kNothing);
  }

  template <typename Row>
  static void rwlock_unlock(const V& v, Row row) {
    must_exist(v, row, "uses a readers-writer lock that was destroyed");
    row({.when = "this thread has it for writing", .edge = Edge::Release, .mover = Mover::Left}, v.object.owner == v.me,
        [](O& o, O&) { o.owner = Word(0); });
    row({.when = "this thread has it for reading", .edge = Edge::ReleaseShared, .mover = Mover::Left},
        v.read_held != Word(0), [](O& o, O&) { o.count = o.count - Word(1); });
    row({.when = "otherwise",
         .outcome = Outcome::Fails,
         .failure = "unlocks a readers-writer lock that it does not hold"},
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
  static void spin_lock(const V& v, Row row, ir::SyncOp op) {
    must_exist(v, row, "uses a spin lock that was destroyed");
    row({.when = "it is free", .edge = Edge::Acquire, .mover = mover_of(op)}, v.object.owner == Word(0),
        [&](O& o, O&) { o.owner = v.me; });
    refused(op, row);
  }

  template <typename Row>
  static void spin_unlock(const V& v, Row row) {
    must_exist(v, row, "uses a spin lock that was destroyed");
    row({.when = "this thread holds it", .edge = Edge::Release, .mover = Mover::Left}, v.object.owner == v.me,
        [](O& o, O&) { o.owner = Word(0); });
    row({.when = "otherwise", .outcome = Outcome::Fails, .failure = "unlocks a spin lock that it does not hold"},
        always(), kNothing);
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
  static void semaphore_wait(const V& v, Row row, ir::SyncOp op) {
    must_exist(v, row, "uses a semaphore that was destroyed");
    row({.when = "its value is positive", .edge = Edge::Acquire, .mover = mover_of(op)}, v.object.count != Word(0),
        [](O& o, O&) { o.count = o.count - Word(1); });
    refused(op, row);
  }

  template <typename Row>
  static void semaphore_post(const V& v, Row row) {
    must_exist(v, row, "uses a semaphore that was destroyed");
    row({.when = "its value is SEM_VALUE_MAX", .result = EOVERFLOW, .edge = Edge::Observes},
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
    row({.when = "the count is zero", .result = EINVAL}, v.argument == Word(0), kNothing);
    must_be_unused(v, row, "initialises a barrier that {user}: {object}");
    row({.when = "otherwise"}, always(), [&](O& o, O&) {
      o = O{};
      o.threshold = v.argument;
    });
  }

  template <typename Row>
  static void barrier_exists(const V& v, Row& row) {
    must_exist(v, row, "uses a barrier that was destroyed");
    row({.when = "it was never initialised",
         .outcome = Outcome::Fails,
         .failure = "uses a barrier that was never initialised"},
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
  static void barrier_leave(Row row) {
    // Every arrival of the same generation synchronises-with leaving the barrier.
    row({.when = "always", .edge = Edge::Acquire}, always(), kNothing);
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
    row({.when = "another thread runs the initialiser", .outcome = Outcome::Blocks}, v.object.state == Word(kRunning),
        kNothing);
    row({.when = "no thread has run the initialiser", .result = kRunInitialiser, .edge = Edge::Acquire},
        v.object.state == Word(kUntouched), [](O& o, O&) { o.state = Word(kRunning); });
    row({.when = "otherwise", .edge = Edge::AcquireShared}, always(), kNothing);
  }

  template <typename Row>
  static void once_end(const V& v, Row row) {
    // The argument is the new state: kDone, or kUntouched if the initialiser has thrown an exception.
    row({.when = "always", .edge = Edge::Release}, always(), [&](O& o, O&) { o.state = v.argument; });
  }

  // ---- threads

  template <typename Row>
  static void must_not_be_joined(const V& v, Row& row, const char* failure) {
    row({.when = "it was joined", .outcome = Outcome::Fails, .failure = failure}, v.object.destroyed != Word(0),
        kNothing);
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
