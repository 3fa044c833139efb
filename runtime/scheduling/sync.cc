// Applies the rules of sync/rules.h to synchronisation objects, whose state the run-time keeps outside the program's
// memory. scheduling/overwritten.cc handles copies and overwriting of their bytes.
#include <pthread.h>

#include <cerrno>

#include "channels/channels.h"
#include "memory/heap.h"
#include "memory/locals.h"
#include "memory/mappings.h"
#include "memory/reach.h"
#include "memory/shadow.h"
#include "memory/unset.h"
#include "native/protocol.h"
#include "scheduling/locking.h"
#include "scheduling/permitted.h"
#include "scheduling/processes.h"
#include "scheduling/world.h"
#include "support/check.h"

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

void World::use_object(Address object, uint64_t size, bool atomic, ir::LocId loc) {
  const bool records = std::exchange(recording, false);
  access(object, size, true, atomic, true, loc);
  recording = records;
  if (!records) return;
  Event& use = events.emplace_back();
  use.kind = Event::Kind::Use;
  use.access = {object, size, true, atomic};
  use.loc = loc;
}

// A thread that was joined still holds the locks that it has not released. A woken thread still has to lock the mutex,
// and uses its condition variable or barrier until it returns from the wait, as in glibc, unless the object has been
// destroyed.
std::string World::user_of_object(Address begin, uint64_t size) const {
  begin = identity(begin);
  auto overlaps = [&](Address object, sync::Kind kind) {
    return object + sync::size_of(kind) > begin && object < begin + size;
  };
  for (uint32_t t = 0; t < num_threads_; ++t) {
    const Thread& thread = threads_[t];
    if (thread.life == Life::Absent) continue;
    for (uint32_t i = 0; i < thread.num_held; ++i)
      if (overlaps(thread.held[i].object, thread.held[i].kind)) return thread_name(t) + " holds";
    if (thread.operation.on_word) continue;
    const Life life = thread.life;
    if ((life == Life::Waiting || life == Life::Woken) && overlaps(thread.wait_mutex, sync::Kind::Mutex))
      return thread_name(t) + " takes again after a wait";
    if ((life == Life::Waiting && overlaps(thread.wait_object, sync::Kind::Condition)) ||
        (life == Life::InBarrier && overlaps(thread.wait_object, sync::Kind::Barrier)) ||
        (life == Life::Queued && overlaps(thread.wait_object, sync::Kind::RwLock)))
      return thread_name(t) + " waits for";
    if (is_leaving(thread) &&
        overlaps(thread.wait_object, life == Life::Woken ? sync::Kind::Condition : sync::Kind::Barrier))
      return thread_name(t) + " was woken from and has not left";
  }
  return "";
}

// Records that threads use the semaphores on which they are blocked now, even if they are never enabled again. A thread
// may have arrived when it was enabled, and another thread's step may have blocked it. (Locks need no such record: a
// lock on which a thread is blocked is held, so it is in use.)
void World::record_blocked_waits() {
  const uint32_t moved = current_;
  WaitsFor why = WaitsFor::Nothing;
  for (uint32_t t = 0; t < num_threads_; ++t) {
    Thread& thread = threads_[t];
    const Operation& op = thread.operation;
    if (thread.life != Life::Parked || op.kind != ActionKind::Sync || op.sync != SyncOp::SemWait || op.on_word)
      continue;
    const Viewpoint view(t);
    if (op.is_recorded || sync_enabled(t, why)) continue;
    thread.will_change();
    thread.operation.is_recorded = true;
    current_ = t;
    record_user(object(op.object, Kind::Semaphore), t, false);
    use_object(op.object, size_of_object(op.sync), true, op.loc);
  }
  current_ = moved;
}

void World::hold(Thread& thread, const SyncObject& object, bool shared) {
  MOVER_CHECK(thread.num_held < Thread::kMostHeld, "a thread holds no more than a million locks");
  thread.held_will_change();
  thread.held[thread.num_held++] = {object.address, shared, static_cast<sync::Kind>(object.kind)};
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

// A thread has observed the object without acquiring it. So the order of its operation and of other threads' operations
// on the object is observable, and these operations become visible.
void World::learn_observed(Address object) { learn(object, 1); }

// A failed try observes another thread's operation without synchronising with it. Only the virtual time of the thread
// advances to that of the object.
void World::failed_try(Thread& thread, const SyncObject& object) {
  thread.clock.advance_times(object.clock, num_threads_);
  event(Event::Kind::FailedTry, object.address);
}

// Records that thread t uses the object, or initialises or destroys it (`makes`). If another thread has done so in some
// execution, and at least one of the two makes the object, the order of their operations is observable.
void World::record_user(SyncObject& object, uint32_t t, bool makes) {
  if (alone()) return;
  SyncObject::Known& known = *object.known;
  const uint64_t me = uint64_t{1} << t;
  (makes ? known.makers : known.users) |= me;
  const uint64_t others = makes ? known.users | known.makers : known.makers;
  if ((others & ~me) != 0) learn_observed(object.address);
}

void World::record_leaving(uint32_t t) {
  if (alone() || !is_leaving(threads_[t])) return;
  const SyncObject* left = find(threads_[t].wait_object);
  if (left == nullptr) return;
  left->known->leavers |= uint64_t{1} << t;
  if (left->known->order_of_leaving_matters())
    learn(left->address, sync::size_of(threads_[t].life == Life::Woken ? sync::Kind::Condition : sync::Kind::Barrier));
}

// Destroying a condition variable or a barrier waits until the threads whose wait has ended have left the object. Here
// these threads leave it at once, and return later.
void World::release_leaving(Address object) {
  for (uint32_t u = 0; u < num_threads_; ++u) {
    if (!is_leaving(threads_[u]) || threads_[u].wait_object != object) continue;
    threads_[u].will_change();
    threads_[u].wait_object = 0;
  }
}

// The operation in which the thread waited: a wait on a condition variable, or write-locking a lock that prefers
// writers.
SyncOp World::operation_after_wait(const Thread& thread) {
  if (thread.life == Life::Woken) return thread.timed ? SyncOp::CondTimedWait : SyncOp::CondWait;
  return thread.timed ? SyncOp::RwTimedWrLock : SyncOp::RwWrLock;
}

Address World::needed_after_wait(const Thread& thread) {
  return thread.life == Life::Woken ? thread.wait_mutex : thread.wait_object;
}

sync::Object<uint32_t> World::words_of(Address address, Kind kind) const {
  const SyncObject* found = find(address);
  return found != nullptr && found->kind == kind ? found->words : sync::Object<uint32_t>{};
}

// The functions by which sync::view_of reads the objects of an operation on `object`, with the mutex `with` (0: none).
struct World::Surroundings {
  const World& world;
  uint32_t t;
  Address object, with;

  template <typename F>
  uint32_t count(F is_one) const {
    uint32_t number = 0;
    for (uint32_t u = 0; u < world.num_threads_; ++u) number += is_one(world.threads_[u]);
    return number;
  }
  sync::Object<uint32_t> mutex() const { return world.words_of(with, Kind::Mutex); }
  uint32_t waiters() const {
    return count([&](const Thread& thread) { return thread.life == Life::Waiting && thread.wait_object == object; });
  }
  uint32_t waiters_with_other_mutex() const {
    return count([&](const Thread& thread) {
      return thread.life == Life::Waiting && thread.wait_object == object && thread.wait_mutex != with;
    });
  }
  uint32_t retaking() const {
    return count([&](const Thread& thread) {
      return (thread.life == Life::Waiting || thread.life == Life::Woken) && thread.wait_mutex == object;
    });
  }
  uint32_t writers() const {
    return count([&](const Thread& thread) { return thread.life == Life::Queued && thread.wait_object == object; });
  }
  uint32_t reads_held() const { return world.holds(world.threads_[t], object, true); }
};

sync::View<sync::Numbers> World::view_on_arrival(uint32_t t, const Operation& op) const {
  sync::View<sync::Numbers> view =
      sync::view_of(op.sync, t, words_of(op.object, object_kind(op.sync)), Surroundings{*this, t, op.object, op.mutex});
  view.argument = static_cast<uint32_t>(op.argument);
  if (op.sync == SyncOp::MutexInit) {
    view.argument = op.argument & ~kRobustMutex;
    view.robust = (op.argument & kRobustMutex) != 0;
  }
  if (op.sync == SyncOp::MutexUnlock && op.argument == kAbandons) {
    view.object.count = 1;
    view.object.state = sync::kAbandoned;
  }
  return view;
}

sync::View<sync::Numbers> World::view_after_wait(uint32_t t) const {
  const Thread& thread = threads_[t];
  sync::View<sync::Numbers> view;
  view.object = words_of(needed_after_wait(thread), thread.life == Life::Woken ? Kind::Mutex : Kind::RwLock);
  view.me = t + 1;
  view.timed_out = thread.timed_out;
  return view;
}

// Applies the rule of the operation and phase to the objects.
Outcome World::carry_out(uint32_t t, SyncOp op, sync::Phase phase, const sync::View<sync::Numbers>& view,
                         SyncObject& object, SyncObject* mutex, const std::string& user) {
  const sync::Applied applied = sync::apply(op, phase, view);
  const sync::Rule& rule = applied.rule;
  MOVER_CHECK(rule.outcome != sync::Outcome::Blocks, "a thread that is stepped is enabled");
  if (rule.outcome == sync::Outcome::Fails)
    return fails(FindingKind::Memory,
                 sync::message_of(rule,
                                  [&](std::string_view name) {
                                    if (name == "user") return user;
                                    if (name == "mutex") return describe(mutex->address);
                                    if (name == "waiter")
                                      return waiter_with_other_mutex(object.address, mutex->address);
                                    return describe(object.address);
                                  }),
                 t);
  if (initialises(op) && rule.result == 0) renew(object, object.kind);
  object.set(applied.object);
  if (mutex != nullptr) mutex->set(applied.mutex);
  take_effect(t, rule, mutex != nullptr ? *mutex : object);
  if (rule.wakes != sync::Wakes::Nothing) wake(rule.wakes, threads_[t].choice, object);
  if (destroys(op)) release_leaving(object.address);
  if (rule.outcome == sync::Outcome::Waits)
    return enter_wait(t, op, object.address, mutex != nullptr ? mutex->address : 0);
  threads_[t].result = rule.returns_count ? view.object.count : rule.result == sync::kRunInitialiser ? 1 : rule.result;
  return Outcome::Continues;
}

// Updates the held locks and the vector clocks by the rule's happens-before edge.
void World::take_effect(uint32_t t, const sync::Rule& rule, SyncObject& object) {
  using sync::Edge;
  Thread& thread = threads_[t];
  const bool shared = rule.edge == Edge::AcquireShared || rule.edge == Edge::ReleaseShared;
  switch (rule.edge) {
    case Edge::Acquire:
    case Edge::AcquireShared:
      if (object.is_lock()) hold(thread, object, shared);
      acquire(thread, object.clock);
      if (object.kind == Kind::RwLock && !shared) acquire(thread, object.readers);
      return event(Event::Kind::Acquire, object.address, shared);
    case Edge::Release:
    case Edge::ReleaseShared:
      if (object.is_lock()) unhold(thread, object.address, shared);
      release(t, shared ? object.readers : object.clock);
      return event(Event::Kind::Release, object.address, shared);
    case Edge::ReleaseAcquire:
      release(t, object.clock);
      event(Event::Kind::Release, object.address);
      acquire(thread, object.clock);
      return event(Event::Kind::Acquire, object.address);
    case Edge::Observes:
      return failed_try(thread, object);
    case Edge::Reads:
    case Edge::None:
      return;
  }
}

// Wakes waiters of the object. Leaving a barrier synchronises-with every arrival of the same generation, but not with
// arrivals of the next one, which may come before the thread leaves. So a thread acquires here, and not when it leaves.
void World::wake(sync::Wakes wakes, uint32_t choice, const SyncObject& object) {
  uint32_t i = 0;
  for (uint32_t u = 0; u < num_threads_; ++u) {
    Thread& thread = threads_[u];
    if ((thread.life != Life::Waiting && thread.life != Life::InBarrier) || thread.wait_object != object.address)
      continue;
    if (wakes == sync::Wakes::One && i++ != choice) continue;
    thread.will_change();
    if (thread.life == Life::InBarrier) acquire(thread, object.clock);
    thread.life = thread.life == Life::InBarrier ? Life::PastBarrier : Life::Woken;
  }
}

Outcome World::enter_wait(uint32_t t, SyncOp op, Address object, Address mutex) {
  Thread& thread = threads_[t];
  if (mutex != 0) begins_wait(thread.operation.loc, false);
  thread.will_change();
  thread.life = mutex != 0 ? Life::Waiting : op == SyncOp::BarrierWait ? Life::InBarrier : Life::Queued;
  thread.wait_object = object;
  thread.wait_mutex = mutex;
  thread.timed = op == SyncOp::CondTimedWait || op == SyncOp::RwTimedWrLock;
  thread.timed_out = false;
  return Outcome::StaysParked;
}

std::string World::waiter_with_other_mutex(Address condition, Address mutex) const {
  for (uint32_t u = 0; u < num_threads_; ++u)
    if (threads_[u].life == Life::Waiting && threads_[u].wait_object == condition && threads_[u].wait_mutex != mutex)
      return thread_name(u) + " waits on it with " + describe(threads_[u].wait_mutex);
  return "";
}

// The bytes of a once control determine its state: it may have been executed before control began, or reset since.
void World::read_once_control(SyncObject& once) {
  const auto says = static_cast<uint32_t>(*reinterpret_cast<const pthread_once_t*>(address_of(once.address)));
  sync::Object<uint32_t> now = once.words;
  if (now.state == sync::kDone && says == PTHREAD_ONCE_INIT) now.state = sync::kUntouched;
  if (now.state == sync::kUntouched && says == sync::kDone) now.state = sync::kDone;
  once.set(now);
}

// The sentence of the error if the first bytes of the object were never set; otherwise empty.
static std::string if_never_initialised(Address object, sync::Kind kind, ir::LocId loc) {
  const uint8_t state = state_of(address_of(object), 4);
  if (state == 0) return "";
  const std::string use = std::string("uses a ") + sync::name_of(kind) + " that was never initialised";
  return is_error_to_use(state, use, loc) ? use + ": " + describe(object) : "";
}

Outcome World::operate(uint32_t t, const Operation& op) {
  const bool makes = initialises(op.sync) || destroys(op.sync);
  SyncObject& object = this->object(op.object, object_kind(op.sync));
  SyncObject* mutex = op.mutex != 0 ? &this->object(op.mutex, Kind::Mutex) : nullptr;
  if (op.sync == SyncOp::OnceBegin) read_once_control(object);
  record_user(object, t, makes);
  if (sync::if_refused(op.sync) != sync::IfRefused::Blocks) learn_observed(op.object);
  std::string error;
  if (!initialises(op.sync)) error = if_never_initialised(op.object, sync::kind_of(op.sync), op.loc);
  if (error.empty() && mutex != nullptr) error = if_never_initialised(op.mutex, sync::Kind::Mutex, op.loc);
  if (!error.empty()) return fails(FindingKind::Memory, error, t);
  sync::View<sync::Numbers> view = view_on_arrival(t, op);
  std::string user;
  if (makes) user = user_of_object(op.object, size_of_object(op.sync)), view.users = !user.empty();
  return carry_out(t, op.sync, sync::Phase::Arrives, view, object, mutex, user);
}

Outcome World::resume_after_wait(uint32_t t) {
  const Thread& thread = threads_[t];
  const bool takes_mutex = thread.life == Life::Woken;
  SyncObject& needed = object(needed_after_wait(thread), takes_mutex ? Kind::Mutex : Kind::RwLock);
  return carry_out(t, operation_after_wait(thread), sync::Phase::Resumes, view_after_wait(t), needed, nullptr, "");
}

// The state of a thread in the form that the rules of joining and detaching need.
sync::View<sync::Numbers> World::view_of_thread(uint32_t u) const {
  sync::View<sync::Numbers> view;
  view.object.kind = threads_[u].detached;
  view.object.state = threads_[u].life == Life::Ended ? sync::kEnded : sync::kRuns;
  view.object.destroyed = threads_[u].joined;
  return view;
}

Outcome World::join(uint32_t t, Thread& thread, const Operation& op) {
  const uint32_t u = by_handle(op.object);
  if (u == kMostThreads) return fails(FindingKind::Memory, "joins a handle that is not a thread's", t);
  Thread& target = threads_[u];
  if (target.joined || target.detached) learn_observed(op.object);  // the order of the two calls is observable
  const sync::Rule rule = sync::apply(op.sync, sync::Phase::Arrives, view_of_thread(u)).rule;
  if (rule.outcome == sync::Outcome::Fails) return fails(FindingKind::Memory, sync::message_of(rule), t);
  target.will_change();
  target.joined = true;
  trail.set(unjoined_, unjoined_ - 1);
  if (locking.on) {
    reach.joins(t, u);
    if (alone()) locking.begin_anew();
  }
  acquire(thread, target.clock);
  release_numbers(thread, target, u);
  event(Event::Kind::Join, op.object, false, u);
  thread.result = reinterpret_cast<int64_t>(target.returned.get());
  return Outcome::Continues;
}

Outcome World::detach(uint32_t t, Thread& thread, const Operation& op) {
  const uint32_t u = by_handle(op.object);
  if (u == kMostThreads) return fails(FindingKind::Memory, "detaches a handle that is not a thread's", t);
  Thread& target = threads_[u];
  if (target.joined || target.detached) learn_observed(op.object);
  const sync::Applied applied = sync::apply(op.sync, sync::Phase::Arrives, view_of_thread(u));
  if (applied.rule.outcome == sync::Outcome::Fails)
    return fails(FindingKind::Memory, sync::message_of(applied.rule), t);
  trail.set(target.detached, true);
  trail.set(target.joined, applied.object.destroyed != 0);
  thread.result = 0;
  return Outcome::Continues;
}

void World::enter_section(uint32_t t) {
  trail.set(atomic_holder, t);
  acquire(threads_[t], object(2, Kind::Mutex).clock);
}

// A thread that blocked inside its own atomic section becomes the holder again.
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
  if (thread.atomic_depth != 0 && sync::may_block(op.sync) && !alone())
    not_covered(
        "a thread may block inside an atomic section; not all orders in which other threads run then are explored");
  if (op.on_word) return word(t, thread, op);
  if (op.sync < SyncOp::ThreadCreate) {
    // Freeing, overwriting, initialising or destroying an object races with using it, so a use is an access to its
    // bytes.
    if (!alone()) {
      use_object(op.object, size_of_object(op.sync), !initialises(op.sync) && !destroys(op.sync), op.loc);
      if (op.mutex != 0) use_object(op.mutex, size_of_object(SyncOp::MutexLock), true, op.loc);
    }
    const Address place = address_of(op.object);
    const bool is_local = is_of_thread(place);
    if ((is_local || Heap::contains(place) || Mappings::contains(place)) && object_has_ended(t, op))
      return fails(FindingKind::Memory,
                   (is_local                ? locals.how_it_ended("uses", place, 4)
                    : Heap::contains(place) ? "writes memory after it was freed"
                                            : "writes memory that cannot be written") +
                       ": " + describe(op.object),
                   t);
    if (const SyncObject* copy = find(op.object); copy != nullptr && copy->is_copy && !initialises(op.sync))
      return fails(FindingKind::Memory,
                   "uses a copy of a synchronisation object that was in use when it was copied: " + describe(op.object),
                   t);
    return operate(t, op);
  }
  switch (op.sync) {
    case SyncOp::ThreadJoin:
      return join(t, thread, op);
    case SyncOp::ThreadDetach:
      return detach(t, thread, op);
    case SyncOp::AtomicBegin:
      if (thread.atomic_depth == 0) enter_section(t);
      trail.set(thread.atomic_depth, thread.atomic_depth + 1);
      return Outcome::Continues;
    case SyncOp::AtomicEnd:
      if (thread.atomic_depth == 0) return fails(FindingKind::Assertion, "ends an atomic section that it is not in", t);
      leave_section(t);
      return Outcome::Continues;
    default:
      return Outcome::Continues;
  }
}

static bool names_place(const std::string& sentence) {
  native::Mark mark{};
  size_t begin = 0, end = 0;
  return native::find_mark(sentence, mark, begin, end);
}

Outcome World::perform(uint32_t t) {
  Thread& thread = threads_[t];
  enter(processes_of_[t]);
  current_ = t;
  switch (thread.life) {
    case Life::Fresh:
      return Outcome::Continues;
    case Life::Waiting:  // times out, or wakes up spuriously
      if (thread.operation.on_word) {
        thread.result = thread.timed && thread.choice == 0 ? ETIMEDOUT : 0;
        return Outcome::Continues;
      }
      thread.will_change();
      thread.life = Life::Woken;
      thread.timed_out = thread.timed && thread.choice == 0;
      return Outcome::StaysParked;
    case Life::Woken:
    case Life::Queued:
      record_leaving(t);
      return resume_after_wait(t);
    case Life::PastBarrier:  // see wake
      record_leaving(t);
      [[fallthrough]];
    case Life::PastWord:
      thread.result = 0;
      return Outcome::Continues;
    default:
      break;
  }
  const Operation& op = thread.operation;
  switch (op.kind) {
    case ActionKind::Sync:
      made_progress(thread);
      return perform_sync(t);
    case ActionKind::Choice:
      thread.result = thread.choice;
      return Outcome::Continues;
    case ActionKind::Exit:
      exited = true;
      end = {static_cast<uint8_t>(op.argument), t, op.loc};
      return Outcome::Exits;
    case ActionKind::Local:
      if (op.message == nullptr) return Outcome::Continues;
      if (!op.is_limit) return fails(op.fails_as, op.message, t);
      failure.kind = StepResult::Kind::Limit;
      failure.limit = omission(op.message);
      if (!names_place(op.message)) failure.limit.loc = op.loc;
      return Outcome::Fails;
    default:
      return Outcome::Continues;  // the thread itself makes the access
  }
}

}  // namespace mover::runtime
