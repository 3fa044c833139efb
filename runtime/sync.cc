// What synchronisation does. As in the interpreter (src/vm/sync.cc), word for word where a finding is reported; the state
// of an object is kept beside the program, so that a lock that the program overwrites stays a lock.
#include <cerrno>
#include <climits>

#include "channels.h"
#include "heap.h"
#include "locals.h"
#include "locking.h"
#include "mappings.h"
#include "native/protocol.h"
#include "permitted.h"
#include "reach.h"
#include "shadow.h"
#include "support/check.h"
#include "world.h"

namespace mover::runtime {

using ir::SyncOp;
using Kind = SyncObject::Kind;
using Outcome = World::Outcome;

Outcome World::fails(FindingKind kind, std::string message, uint32_t t) {
  failure.kind = StepResult::Kind::Failed;
  failure.finding = {kind, std::move(message), t, threads_[t].operation.loc, 0, 0};
  failure.finding.survivable = kind == FindingKind::Memory && !threads_[t].operation.crashes;
  return Outcome::Fails;
}

// Its first word stands for all of it: no program writes to the others alone.
void World::use_object(Address object, bool atomic, ir::LocId loc) {
  constexpr uint64_t kWord = 4;
  const bool records = std::exchange(recording, false);
  access(object, kWord, true, atomic, true, loc);
  recording = records;
  if (!records) return;
  Event& use = events.emplace_back();
  use.kind = Event::Kind::Use;
  use.access = {object, kWord, true, atomic};
  use.loc = loc;
}

// A thread that was woken has left its condition, and has its mutex still to take.
std::string World::user_of_object(Address begin, uint64_t size) const {
  auto is_inside = [&](Address address) { return address >= begin && address < begin + size; };
  for (uint32_t t = 0; t < num_threads_; ++t) {
    const Thread& thread = threads_[t];
    if (thread.life == Life::Absent || thread.joined) continue;
    for (uint32_t i = 0; i < thread.num_held; ++i)
      if (is_inside(thread.held[i].object)) return thread_name(t) + " holds";
    const bool on_condition = (thread.life == Life::Waiting || thread.life == Life::Woken) && !thread.operation.on_word;
    if (on_condition && is_inside(thread.wait_mutex)) return thread_name(t) + " takes again after a wait";
    const bool waits = (on_condition && thread.life == Life::Waiting) || thread.life == Life::InBarrier || thread.life == Life::Queued;
    if (waits && is_inside(thread.wait_object)) return thread_name(t) + " waits for";
  }
  return "";
}

// A thread that waits for a semaphore uses it, though it may never go on. (What is done to a lock that a thread waits for is
// done to one that a thread holds.)
bool World::is_blocked_on_object(const Thread& thread, uint32_t t) const {
  WaitsFor why = WaitsFor::Nothing;
  return thread.operation.kind == ActionKind::Sync && thread.operation.sync == SyncOp::SemWait && !sync_enabled(t, why);
}

void World::hold(Thread& thread, Address object, bool shared) {
  MOVER_CHECK(thread.num_held < Thread::kMostHeld, "a thread holds no more than a million locks");
  thread.held_will_change();
  thread.held[thread.num_held++] = {object, shared};
}

void World::unhold(Thread& thread, Address object, bool shared) {
  for (uint32_t i = thread.num_held; i-- > 0;) {
    if (thread.held[i].object != object || thread.held[i].shared != shared) continue;
    thread.held_will_change();
    for (uint32_t j = i; j + 1 < thread.num_held; ++j) thread.held[j] = thread.held[j + 1];
    --thread.num_held;
    return;
  }
}

bool World::holds(const Thread& thread, Address object, bool shared) const {
  for (uint32_t i = 0; i < thread.num_held; ++i)
    if (thread.held[i].object == object && thread.held[i].shared == shared) return true;
  return false;
}

// Somebody looks at a lock without taking it: then the moment of its release can be told.
void World::tried(Address object) { learn(object, 1); }

// It is told something about other threads, and ordered by nothing. But it is no earlier than it was there.
void World::failed_try(Thread& thread, const SyncObject& object) {
  thread.clock.reach(object.clock, num_threads_);
  event(Event::Kind::FailedTry, object.address);
}

void World::meet(SyncObject& object, uint32_t t, bool makes) {
  if (alone()) return;
  SyncObject::Known& known = *object.known;
  const uint64_t me = uint64_t{1} << t;
  (makes ? known.makers : known.users) |= me;
  const uint64_t others = makes ? known.users | known.makers : known.makers;
  if ((others & ~me) != 0) tried(object.address);
}

// Returns the error of a robust one.
int64_t World::take_mutex(uint32_t t, SyncObject& mutex) {
  Thread& thread = threads_[t];
  if (mutex.owner != t + 1 && mutex.state == SyncObject::State::Unrecoverable) {
    failed_try(thread, mutex);
    return ENOTRECOVERABLE;
  }
  mutex.will_change();
  ++mutex.count;
  if (mutex.owner == t + 1) return 0;
  mutex.owner = t + 1;
  hold(thread, mutex.address, false);
  acquire(thread, mutex.clock);
  event(Event::Kind::Acquire, mutex.address);
  return mutex.state == SyncObject::State::Inconsistent ? EOWNERDEAD : 0;
}

Outcome World::mutex(uint32_t t, Thread& thread, const Operation& op) {
  SyncObject& mutex = object(op.object, Kind::Mutex);
  meet(mutex, t, op.sync == SyncOp::MutexInit || op.sync == SyncOp::MutexDestroy);
  const bool mine = mutex.owner == t + 1;
  thread.result = 0;
  if (op.sync == SyncOp::MutexInit) {
    renew(mutex, Kind::Mutex);
    mutex.will_change();
    mutex.type = op.argument & 3;
    mutex.robust = (op.argument & kRobustMutex) != 0;
    return Outcome::GoesOn;
  }
  if (mutex.destroyed) return fails(FindingKind::Memory, "uses a mutex that was destroyed: " + describe(op.object), t);
  switch (op.sync) {
    case SyncOp::MutexLock:
      if (mine && mutex.type == SyncObject::kErrorCheck)
        thread.result = EDEADLK;
      else
        thread.result = take_mutex(t, mutex);
      break;
    case SyncOp::MutexTryLock:
      tried(op.object);
      if (mutex.owner != 0 && !(mine && mutex.type == SyncObject::kRecursive)) {
        thread.result = EBUSY;
        failed_try(thread, mutex);
      } else {
        thread.result = take_mutex(t, mutex);
      }
      break;
    case SyncOp::MutexTimedLock:
      tried(op.object);
      if (mine && mutex.type == SyncObject::kErrorCheck)
        thread.result = EDEADLK;
      else if (!mutex_free_for(t, &mutex))
        thread.result = ETIMEDOUT, failed_try(thread, mutex);
      else
        thread.result = take_mutex(t, mutex);
      break;
    case SyncOp::MutexUnlock:
      if (!mine) {
        if (mutex.robust || mutex.type == SyncObject::kRecursive || mutex.type == SyncObject::kErrorCheck) {
          thread.result = EPERM;
          break;
        }
        return fails(FindingKind::Memory, "unlocks a mutex that it does not hold: " + describe(op.object), t);
      }
      mutex.will_change();
      if (op.argument == kAbandons) {
        mutex.count = 1;
        mutex.state = SyncObject::State::Inconsistent;
      } else if (mutex.state == SyncObject::State::Inconsistent && mutex.count == 1) {
        mutex.state = SyncObject::State::Unrecoverable;
      }
      if (--mutex.count != 0) break;
      mutex.owner = 0;
      unhold(thread, op.object, false);
      release(t, mutex.clock);
      event(Event::Kind::Release, op.object);
      break;
    default:  // destroy
      if (mutex.owner != 0) return fails(FindingKind::Memory, "destroys a mutex that is locked: " + describe(op.object), t);
      for (uint32_t u = 0; u < num_threads_; ++u)
        if ((threads_[u].life == Life::Waiting || threads_[u].life == Life::Woken) && threads_[u].wait_mutex == op.object)
          return fails(FindingKind::Memory,
                       "destroys a mutex that a thread takes again after a wait: " + describe(op.object), t);
      trail.set(mutex.destroyed, true);
  }
  return Outcome::GoesOn;
}

Outcome World::condition(uint32_t t, Thread& thread, const Operation& op) {
  SyncObject& condition = object(op.object, Kind::Condition);
  meet(condition, t, op.sync == SyncOp::CondInit || op.sync == SyncOp::CondDestroy);
  thread.result = 0;
  if (op.sync == SyncOp::CondInit) {
    renew(condition, Kind::Condition);
    return Outcome::GoesOn;
  }
  if (condition.destroyed)
    return fails(FindingKind::Memory, "uses a condition variable that was destroyed: " + describe(op.object), t);
  switch (op.sync) {
    case SyncOp::CondWait:
    case SyncOp::CondTimedWait: {
      SyncObject& mutex = object(op.mutex, Kind::Mutex);
      if (mutex.owner != t + 1)
        return fails(FindingKind::Memory, "waits on a condition without holding the mutex " + describe(op.mutex), t);
      for (uint32_t u = 0; u < num_threads_; ++u)
        if (threads_[u].life == Life::Waiting && threads_[u].wait_object == op.object && threads_[u].wait_mutex != op.mutex)
          return fails(FindingKind::Memory, "waits on " + describe(op.object) + " with " + describe(op.mutex) + ", while " +
                                                thread_name(u) + " waits on it with " + describe(threads_[u].wait_mutex), t);
      begins_wait(op.loc, false);
      thread.will_change();
      thread.life = Life::Waiting;
      thread.wait_object = op.object;
      thread.wait_mutex = op.mutex;
      thread.timed = op.sync == SyncOp::CondTimedWait;
      thread.timed_out = false;
      mutex.will_change();
      if (--mutex.count == 0) {
        mutex.owner = 0;
        unhold(thread, op.mutex, false);
        release(t, mutex.clock);
        event(Event::Kind::Release, op.mutex);
      }
      return Outcome::Stays;
    }
    case SyncOp::CondSignal:
    case SyncOp::CondBroadcast: {
      uint32_t i = 0;
      for (uint32_t u = 0; u < num_threads_; ++u) {
        if (threads_[u].life != Life::Waiting || threads_[u].wait_object != op.object) continue;
        if (op.sync == SyncOp::CondBroadcast || i == thread.choice)
          threads_[u].will_change(), threads_[u].life = Life::Woken;
        ++i;
      }
      break;
    }
    default:
      for (uint32_t u = 0; u < num_threads_; ++u)
        if (threads_[u].life == Life::Waiting && threads_[u].wait_object == op.object)
          return fails(FindingKind::Memory,
                       "destroys a condition variable that threads wait on: " + describe(op.object), t);
      trail.set(condition.destroyed, true);
  }
  return Outcome::GoesOn;
}

// From now on readers do not get the lock.
Outcome World::enter_queue(Thread& thread, const Operation& op) {
  thread.will_change();
  thread.life = Life::Queued;
  thread.wait_object = op.object;
  thread.timed = op.sync == SyncOp::RwTimedWrLock;
  return Outcome::Stays;
}

void World::take_write_lock(uint32_t t, SyncObject& lock) {
  lock.will_change();
  lock.owner = t + 1;
  hold(threads_[t], lock.address, false);
  acquire(threads_[t], lock.clock);
  acquire(threads_[t], lock.readers);
  event(Event::Kind::Acquire, lock.address);
}

// The thread takes the lock, or gives up, where it may and the lock is not free.
Outcome World::leave_queue(uint32_t t) {
  SyncObject& lock = object(threads_[t].wait_object, Kind::RwLock);
  const bool is_free = lock.owner == 0 && lock.count == 0;
  if (is_free)
    take_write_lock(t, lock);
  else
    failed_try(threads_[t], lock);
  threads_[t].result = is_free ? 0 : ETIMEDOUT;
  return Outcome::GoesOn;
}

Outcome World::rwlock(uint32_t t, Thread& thread, const Operation& op) {
  SyncObject& lock = object(op.object, Kind::RwLock);
  meet(lock, t, op.sync == SyncOp::RwInit || op.sync == SyncOp::RwDestroy);
  thread.result = 0;
  if (op.sync == SyncOp::RwInit) {
    renew(lock, Kind::RwLock);
    lock.will_change();
    lock.type = static_cast<uint8_t>(op.argument);
    return Outcome::GoesOn;
  }
  if (lock.destroyed)
    return fails(FindingKind::Memory, "uses a readers-writer lock that was destroyed: " + describe(op.object), t);
  const bool timed = op.sync == SyncOp::RwTimedRdLock || op.sync == SyncOp::RwTimedWrLock;
  const bool reads = op.sync == SyncOp::RwRdLock || op.sync == SyncOp::RwTryRdLock || op.sync == SyncOp::RwTimedRdLock;
  const bool tries = op.sync == SyncOp::RwTryRdLock || op.sync == SyncOp::RwTryWrLock;
  const bool mine = lock.owner == t + 1;
  const bool has_queue = lock.prefers_writers();
  const bool is_free = lock.owner == 0 && (reads ? !has_queue || !writer_waits(op.object) : lock.count == 0);
  if (tries || timed) tried(op.object);
  lock.will_change();
  if (op.sync == SyncOp::RwUnlock) {
    const bool shared = !mine;
    if (shared && !holds(thread, op.object, true))
      return fails(FindingKind::Memory, "unlocks a readers-writer lock that it does not hold: " + describe(op.object), t);
    if (mine)
      lock.owner = 0;
    else
      --lock.count;
    unhold(thread, op.object, shared);
    release(t, shared ? lock.readers : lock.clock);
    event(Event::Kind::Release, op.object, shared);
  } else if (op.sync == SyncOp::RwDestroy) {
    if (lock.owner != 0 || lock.count != 0)
      return fails(FindingKind::Memory, "destroys a readers-writer lock that is held: " + describe(op.object), t);
    lock.destroyed = true;
  } else if (!is_free) {
    if (has_queue && !mine && !reads && !tries) return enter_queue(thread, op);
    thread.result = mine && !tries ? EDEADLK : tries ? EBUSY : ETIMEDOUT;
    failed_try(thread, lock);
  } else if (!reads) {
    take_write_lock(t, lock);
  } else {
    ++lock.count;
    hold(thread, op.object, true);
    acquire(thread, lock.clock);
    event(Event::Kind::Acquire, op.object, true);
  }
  return Outcome::GoesOn;
}

Outcome World::spin(uint32_t t, Thread& thread, const Operation& op) {
  SyncObject& lock = object(op.object, Kind::Spin);
  meet(lock, t, op.sync == SyncOp::SpinInit || op.sync == SyncOp::SpinDestroy);
  thread.result = 0;
  if (lock.destroyed && op.sync != SyncOp::SpinInit)
    return fails(FindingKind::Memory, "uses a spin lock that was destroyed: " + describe(op.object), t);
  lock.will_change();
  switch (op.sync) {
    case SyncOp::SpinInit:
      renew(lock, Kind::Spin);
      break;
    case SyncOp::SpinUnlock:
      if (lock.owner != t + 1)
        return fails(FindingKind::Memory, "unlocks a spin lock that it does not hold: " + describe(op.object), t);
      lock.owner = 0;
      unhold(thread, op.object, false);
      release(t, lock.clock);
      event(Event::Kind::Release, op.object);
      break;
    case SyncOp::SpinDestroy:
      if (lock.owner != 0)
        return fails(FindingKind::Memory, "destroys a spin lock that is held: " + describe(op.object), t);
      lock.destroyed = true;
      break;
    default:
      if (op.sync == SyncOp::SpinTryLock) tried(op.object);
      if (lock.owner != 0) {
        thread.result = EBUSY;
        failed_try(thread, lock);
        break;
      }
      lock.owner = t + 1;
      hold(thread, op.object, false);
      acquire(thread, lock.clock);
      event(Event::Kind::Acquire, op.object);
  }
  return Outcome::GoesOn;
}

Outcome World::semaphore(uint32_t t, Thread& thread, const Operation& op) {
  SyncObject& semaphore = object(op.object, Kind::Semaphore);
  meet(semaphore, t, op.sync == SyncOp::SemInit || op.sync == SyncOp::SemDestroy);
  thread.result = 0;
  if (semaphore.destroyed && op.sync != SyncOp::SemInit)
    return fails(FindingKind::Memory, "uses a semaphore that was destroyed: " + describe(op.object), t);
  semaphore.will_change();
  switch (op.sync) {
    case SyncOp::SemInit:
      renew(semaphore, Kind::Semaphore);
      semaphore.count = static_cast<uint32_t>(op.argument);
      break;
    case SyncOp::SemPost:
      if (semaphore.count == INT_MAX) {  // SEM_VALUE_MAX
        thread.result = EOVERFLOW;
        failed_try(thread, semaphore);
        break;
      }
      ++semaphore.count;
      release(t, semaphore.clock);
      event(Event::Kind::Release, op.object);
      break;
    case SyncOp::SemGetValue:
      thread.result = semaphore.count;
      break;
    case SyncOp::SemDestroy:
      semaphore.destroyed = true;
      break;
    default:
      if (semaphore.count == 0) {
        thread.result = op.sync == SyncOp::SemTryWait ? EAGAIN : ETIMEDOUT;
        failed_try(thread, semaphore);
        break;
      }
      --semaphore.count;
      acquire(thread, semaphore.clock);
      event(Event::Kind::Acquire, op.object);
  }
  return Outcome::GoesOn;
}

Outcome World::barrier(uint32_t t, Thread& thread, const Operation& op) {
  SyncObject& barrier = object(op.object, Kind::Barrier);
  meet(barrier, t, op.sync == SyncOp::BarrierInit || op.sync == SyncOp::BarrierDestroy);
  thread.result = 0;
  barrier.will_change();
  if (op.sync == SyncOp::BarrierInit) {
    if (op.argument == 0) {
      thread.result = EINVAL;
      return Outcome::GoesOn;
    }
    renew(barrier, Kind::Barrier);
    barrier.threshold = static_cast<uint32_t>(op.argument);
    return Outcome::GoesOn;
  }
  if (barrier.destroyed) return fails(FindingKind::Memory, "uses a barrier that was destroyed: " + describe(op.object), t);
  if (barrier.threshold == 0)
    return fails(FindingKind::Memory, "uses a barrier that was never initialised: " + describe(op.object), t);
  if (op.sync == SyncOp::BarrierDestroy) {
    if (barrier.count != 0)
      return fails(FindingKind::Memory, "destroys a barrier that threads wait at: " + describe(op.object), t);
    barrier.destroyed = true;
    return Outcome::GoesOn;
  }
  release(t, barrier.clock);
  event(Event::Kind::Release, op.object);
  if (barrier.count + 1 < barrier.threshold) {
    ++barrier.count;
    thread.will_change();
    thread.life = Life::InBarrier;
    thread.wait_object = op.object;
    return Outcome::Stays;
  }
  barrier.count = 0;
  // Who leaves late is behind those that came with it, and not behind those that have come again since.
  for (uint32_t u = 0; u < num_threads_; ++u) {
    if (threads_[u].life != Life::InBarrier || threads_[u].wait_object != op.object) continue;
    threads_[u].will_change();
    threads_[u].life = Life::PastBarrier;
    acquire(threads_[u], barrier.clock);
  }
  acquire(thread, barrier.clock);
  event(Event::Kind::Acquire, op.object);
  thread.result = -1;  // PTHREAD_BARRIER_SERIAL_THREAD
  return Outcome::GoesOn;
}

Outcome World::once(uint32_t t, Thread& thread, const Operation& op) {
  SyncObject& once = object(op.object, Kind::Once);
  once.will_change();
  thread.result = 0;
  if (op.sync == SyncOp::OnceEnd) {
    once.count = static_cast<uint32_t>(op.argument);  // 2: done; 0: the initialiser threw
    release(t, once.clock);
    event(Event::Kind::Release, op.object);
    return Outcome::GoesOn;
  }
  acquire(thread, once.clock);
  event(Event::Kind::Acquire, op.object);
  if (once.count == 0) {
    once.count = 1;
    thread.result = 1;
  }
  return Outcome::GoesOn;
}

Outcome World::join(uint32_t t, Thread& thread, const Operation& op) {
  const uint32_t u = by_handle(op.object);
  if (u == kMostThreads) return fails(FindingKind::Memory, "joins what is not a thread", t);
  Thread& target = threads_[u];
  if (target.joined || target.detached) tried(op.object);  // that depends on who comes first
  if (target.joined) return fails(FindingKind::Memory, "joins a thread that has been joined already or was detached", t);
  if (target.detached) return fails(FindingKind::Memory, "joins a detached thread", t);
  target.will_change();
  target.joined = true;
  trail.set(unjoined_, unjoined_ - 1);
  if (locking.on) {
    reach.joins(t, u);
    if (alone()) locking.begin_anew();
  }
  acquire(thread, target.clock);
  give_back_numbers(thread, target, u);
  event(Event::Kind::Join, op.object, false, u);
  thread.result = reinterpret_cast<int64_t>(target.returned);
  return Outcome::GoesOn;
}

Outcome World::detach(uint32_t t, Thread& thread, const Operation& op) {
  const uint32_t u = by_handle(op.object);
  if (u == kMostThreads) return fails(FindingKind::Memory, "detaches what is not a thread", t);
  Thread& target = threads_[u];
  if (target.joined || target.detached) tried(op.object);
  if (target.joined)
    return fails(FindingKind::Memory, "detaches a thread that has been joined already or was detached", t);
  if (target.detached) return fails(FindingKind::Memory, "detaches a thread that is detached already", t);
  trail.set(target.detached, true);
  if (target.life == Life::Ended) trail.set(target.joined, true);
  thread.result = 0;
  return Outcome::GoesOn;
}

void World::enter_section(uint32_t t) {
  trail.set(atomic_holder, t);
  acquire(threads_[t], object(2, Kind::Mutex).clock);
}

// Another thread may have blocked inside a section of its own; that one goes on now.
void World::leave_section(uint32_t t) {
  trail.set(threads_[t].atomic_depth, threads_[t].atomic_depth - 1);
  if (threads_[t].atomic_depth != 0) return;
  release(t, object(2, Kind::Mutex).clock);
  trail.set(atomic_holder, ir::kNone);
  for (uint32_t u = 0; u < num_threads_; ++u)
    if (threads_[u].atomic_depth != 0) trail.set(atomic_holder, u);
}

Outcome World::perform_sync(uint32_t t) {
  Thread& thread = threads_[t];
  const Operation& op = thread.operation;
  thread.result = 0;
  if (op.on_word) return word(t, thread, op);
  if (op.sync < SyncOp::ThreadCreate) {
    // Objects are memory: freeing one, overwriting it, setting it up or destroying it races with its use.
    if (!alone()) {
      use_object(op.object, !initialises(op.sync) && !destroys(op.sync), op.loc);
      if (op.mutex != 0) use_object(op.mutex, true, op.loc);
    }
    const bool is_local = is_of_thread(op.object);
    if ((is_local || Heap::contains(op.object) || Mappings::contains(op.object)) && is_gone(t, op))
      return fails(FindingKind::Memory,
                   (is_local                    ? locals.how_it_ended("uses", op.object, 4)
                    : Heap::contains(op.object) ? "writes memory after it was freed"
                                                : "writes memory that cannot be written") +
                       ": " + describe(op.object),
                   t);
    if (initialises(op.sync) || op.sync == SyncOp::RwDestroy)
      if (std::string user = user_of_object(op.object, size_of_object(op.sync)); !user.empty())
        return fails(FindingKind::Memory,
                     std::string(initialises(op.sync) ? "initialises" : "destroys") + " a synchronisation object that " + user +
                         ": " + describe(op.object),
                     t);
  }
  if (op.sync <= SyncOp::MutexDestroy) return mutex(t, thread, op);
  if (op.sync <= SyncOp::CondDestroy) return condition(t, thread, op);
  if (op.sync <= SyncOp::RwDestroy) return rwlock(t, thread, op);
  if (op.sync <= SyncOp::SpinDestroy) return spin(t, thread, op);
  if (op.sync <= SyncOp::SemDestroy) return semaphore(t, thread, op);
  if (op.sync <= SyncOp::BarrierDestroy) return barrier(t, thread, op);
  if (op.sync <= SyncOp::OnceEnd) return once(t, thread, op);
  switch (op.sync) {
    case SyncOp::ThreadJoin:
      return join(t, thread, op);
    case SyncOp::ThreadDetach:
      return detach(t, thread, op);
    case SyncOp::AtomicBegin:
      if (thread.atomic_depth == 0) enter_section(t);
      trail.set(thread.atomic_depth, thread.atomic_depth + 1);
      return Outcome::GoesOn;
    case SyncOp::AtomicEnd:
      if (thread.atomic_depth == 0) return fails(FindingKind::Assertion, "ends an atomic section that it is not in", t);
      leave_section(t);
      return Outcome::GoesOn;
    default:
      return Outcome::GoesOn;
  }
}

static bool names_place(const std::string& sentence) {
  native::Mark mark{};
  size_t begin = 0, end = 0;
  return native::find_mark(sentence, mark, begin, end);
}

Outcome World::perform(uint32_t t) {
  Thread& thread = threads_[t];
  current_ = t;
  switch (thread.life) {
    case Life::Fresh:
      return Outcome::GoesOn;
    case Life::Waiting:  // times out, or wakes up spuriously
      if (thread.operation.on_word) {
        thread.result = thread.timed && thread.choice == 0 ? ETIMEDOUT : 0;
        return Outcome::GoesOn;
      }
      thread.will_change();
      thread.life = Life::Woken;
      thread.timed_out = thread.timed && thread.choice == 0;
      return Outcome::Stays;
    case Life::Woken: {
      SyncObject& mutex = object(thread.wait_mutex, Kind::Mutex);
      if (mutex.destroyed)
        return fails(FindingKind::Memory, "wakes up to a mutex that was destroyed: " + describe(thread.wait_mutex), t);
      const int64_t taken = take_mutex(t, mutex);
      thread.result = taken != 0 ? taken : thread.timed_out ? ETIMEDOUT : 0;
      return Outcome::GoesOn;
    }
    case Life::Queued:
      return leave_queue(t);
    case Life::PastWord:
    case Life::PastBarrier:  // the last one to come has ordered it: by now others may have come again
      thread.result = 0;
      return Outcome::GoesOn;
    default:
      break;
  }
  const Operation& op = thread.operation;
  switch (op.kind) {
    case ActionKind::Sync:
      did_something(thread);
      return perform_sync(t);
    case ActionKind::Choice:
      thread.result = thread.choice;
      return Outcome::GoesOn;
    case ActionKind::Exit:
      exited = true;
      return Outcome::Exits;
    case ActionKind::Local:
      if (op.message == nullptr) return Outcome::GoesOn;
      if (!op.is_limit) return fails(op.fails_as, op.message, t);
      failure.kind = StepResult::Kind::Limit;
      failure.limit = op.message;
      if (op.loc != 0 && !names_place(failure.limit)) failure.limit += ", at " + native::loc_mark(op.loc);
      return Outcome::Fails;
    default:
      return Outcome::GoesOn;  // an access: the thread makes it itself
  }
}

}  // namespace mover::runtime
