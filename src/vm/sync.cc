// Synchronisation: the rules of sync/rules.h on objects in the program's memory (vm/sync_layout.h).
#include <algorithm>
#include <cerrno>

#include "machine/blocking.h"
#include "vm/interpreter.h"
#include "vm/sync_layout.h"

namespace mover::vm {

using ir::Instr;
using ir::SyncOp;
using sync::Edge;
using sync::Phase;

uint32_t Vm::peek(Address address, uint64_t offset) const {
  Slot slot = slot_of(address);
  if (slot == 0 || slot >= state_.objects.size() || !state_.objects[slot]) return 0;
  const Object& object = *state_.objects[slot];
  uint64_t at = static_cast<uint64_t>(offset_of(address)) + offset;
  if (!object.alive || at + 4 > object.size || at + 4 < at) return 0;
  uint32_t word;
  std::memcpy(&word, object.data() + at, 4);
  return word;
}

void Vm::set_word(Address address, uint64_t offset, uint32_t value) {
  write_defined(write_object(slot_of(address)), static_cast<uint64_t>(offset_of(address)) + offset, value, 4);
}

void Vm::mark_initialised(Address address, uint64_t size) {
  Object& object = write_object(slot_of(address));
  auto offset = static_cast<uint64_t>(offset_of(address));
  clear_addresses(object, offset, size, true);
  std::memset(object.data() + offset, 0, size);
  if (object.has_undefined) std::memset(object.undefined() + offset, 0, size);
  event(Event::Kind::Initialise, address);
}

bool Vm::sync_place(ir::Operand o, const SyncLayout& layout, bool raw, Pointee& pointee) {
  if (!locate(o, layout.size, true, pointee)) return false;
  const Object& object = *pointee.object;
  if (raw || !object.has_undefined) return true;
  const uint8_t* shadow = object.undefined() + pointee.offset;
  if (std::all_of(shadow, shadow + layout.used, [](uint8_t byte) { return byte == 0; })) return true;
  fail(FindingKind::Memory,
       std::string("uses a ") + layout.name + " that was never initialised: " + describe(bits(o), layout.size));
  return false;
}

void Vm::event(Event::Kind kind, Address object, bool shared, ThreadId other) {
  if (!recording_) return;
  Event e{};
  e.kind = kind;
  e.object = object;
  e.shared = shared;
  e.other = other;
  e.loc = user_loc(*thread_);
  events_.push_back(e);
}

// Records that the outcome of an operation depends on steps of other threads that need not happen-before it.
void Vm::observes() { observed_ |= others(); }

void Vm::failed_try(Address object) {
  observes();
  event(Event::Kind::FailedTry, object);
}

void Vm::hold(Address object, bool shared, sync::Kind kind) { thread_->held.push_back({object, shared, kind}); }

void Vm::unhold(Address object, bool shared) {
  for (uint32_t i = thread_->held.size(); i-- > 0;)
    if (thread_->held[i].object == object && thread_->held[i].shared == shared) {
      thread_->held.erase(i);
      return;
    }
}

bool Vm::holds(const Thread& thread, Address object, bool shared) const {
  return std::any_of(thread.held.begin(), thread.held.end(),
                     [&](const Held& h) { return h.object == object && h.shared == shared; });
}

// Marks one of the robust mutexes that the ending thread holds as abandoned, so that its next owner is informed.
// Returns the mutex, which the caller unlocks; 0 if there is none.
Address Vm::abandon_robust_mutex() {
  using namespace sync_words;
  for (const Held& held : thread_->held) {
    if (held.kind != sync::Kind::Mutex || !(peek(held.object, kMutexKind) & kRobust)) continue;
    set_word(held.object, kDepth, 1);
    set_word(held.object, kRobustState, sync::kAbandoned);
    return held.object;
  }
  return 0;
}

uint64_t Vm::make_consistent(Address mutex) {
  using namespace sync_words;
  const bool can_be = peek(mutex, kMutexKind) & kRobust && peek(mutex, kOwner) == current_ + 1 &&
                      peek(mutex, kRobustState) == sync::kInconsistent;
  if (can_be) set_word(mutex, kRobustState, sync::kConsistent);
  return can_be ? 0 : EINVAL;
}

std::vector<ThreadId> Vm::waiters(Address condition) const {
  std::vector<ThreadId> result;
  for (ThreadId t = 0; t < state_.threads.size(); ++t)
    if (state_.threads[t] && state_.threads[t]->status == Status::Waiting &&
        state_.threads[t]->wait_object == condition)
      result.push_back(t);
  return result;
}

bool Vm::prefers_writers(Address lock) const { return peek(lock, sync_words::kRwKind) == sync::kPrefersWriters; }

template <typename F>
uint32_t Vm::count_threads(F is_one) const {
  return static_cast<uint32_t>(std::count_if(state_.threads.begin(), state_.threads.end(),
                                             [&](const Ref<Thread>& t) { return t && is_one(*t); }));
}

sync::Object<uint32_t> Vm::sync_words_of(SyncOp op, Address object) const {
  return load_object(layout_of(op).kind, [&](uint64_t offset) { return peek(object, offset); });
}

// The data about an operation of thread t that sync::view_of needs.
struct Vm::SyncSurroundings {
  const Vm& vm;
  ThreadId t;
  Address object, with;  // the operation's object, and the mutex of a condition wait

  uint32_t in_state(std::initializer_list<Status> states, Address Thread::* pointee, Address at) const {
    return vm.count_threads([&](const Thread& thread) {
      return std::find(states.begin(), states.end(), thread.status) != states.end() && thread.*pointee == at;
    });
  }
  sync::Object<uint32_t> mutex() const { return vm.sync_words_of(SyncOp::MutexLock, with); }
  uint32_t waiters() const { return in_state({Status::Waiting}, &Thread::wait_object, object); }
  uint32_t waiters_with_other_mutex() const {
    return vm.count_threads([&](const Thread& thread) {
      return thread.status == Status::Waiting && thread.wait_object == object && thread.wait_mutex != with;
    });
  }
  uint32_t retaking() const { return in_state({Status::Waiting, Status::Woken}, &Thread::wait_mutex, object); }
  uint32_t writers() const { return in_state({Status::Queued}, &Thread::wait_object, object); }
  uint32_t reads_held() const { return vm.holds(*vm.state_.threads[t], object, true); }
};

sync::View<sync::Numbers> Vm::sync_view(ThreadId t, SyncOp op, const sync::Object<uint32_t>& words, Address object,
                                        Address mutex) const {
  sync::View<sync::Numbers> view = sync::view_of(op, t, words, SyncSurroundings{*this, t, object, mutex});
  view.timed_out = state_.threads[t]->timed_out;
  if (op == SyncOp::OnceEnd) view.argument = sync::kDone;
  return view;
}

Exec Vm::operate(SyncOp op, const Instr& in) {
  const SyncLayout& layout = layout_of(op);
  const Address address = bits(argument(in, 0));
  const bool waits_on_condition = op == SyncOp::CondWait || op == SyncOp::CondTimedWait;
  Pointee pointee;
  if (!sync_place(argument(in, 0), layout, initialises(op), pointee)) return Exec::Fault;
  if (must_park(pointee, waits_on_condition || op == SyncOp::BarrierWait)) return Exec::Park;
  Address mutex = 0;
  if (Pointee mutex_pointee; waits_on_condition) {
    mutex = bits(argument(in, 1));
    if (!sync_place(argument(in, 1), layout_of(SyncOp::MutexLock), false, mutex_pointee)) return Exec::Fault;
  }
  const uint8_t* bytes = pointee.object->data() + pointee.offset;
  const sync::Object<uint32_t> words = load_object(layout.kind, [&](uint64_t offset) {
    uint32_t word;
    std::memcpy(&word, bytes + offset, sizeof word);
    return word;
  });
  if (op == SyncOp::OnceEnd && words.state == sync::kUntouched)
    return fail(FindingKind::Memory,
                "a once control was overwritten while its initialiser ran: " + describe(address, layout.size));
  if (!initialises(op) && is_copy_of_used(layout, words, address))
    return fail(FindingKind::Memory, "uses a copy of a synchronisation object that was in use when it was copied: " +
                                         describe(address, layout.size));
  sync::View<sync::Numbers> view = sync_view(current_, op, words, address, mutex);
  std::string user;
  if (initialises(op) || destroys(op)) user = user_of_object(pointee, layout.size), view.users = !user.empty();
  if (initialises(op) && in.num_args > 1) {
    const auto value = static_cast<uint32_t>(bits(argument(in, 1)));
    view.argument = op == SyncOp::MutexInit ? value & sync_words::kKinds : value;
    view.robust = op == SyncOp::MutexInit && (value & sync_words::kRobust) != 0;
  }
  return carry_out(op, Phase::Arrives, layout, view, address, mutex, user);
}

// Applies the rule for the running thread and these objects. `user`: see user_of_object(), for messages.
Exec Vm::carry_out(SyncOp op, Phase phase, const SyncLayout& layout, const sync::View<sync::Numbers>& view,
                   Address address, Address mutex, const std::string& user) {
  const sync::Applied applied = sync::apply(op, phase, view);
  const sync::Rule& rule = applied.rule;
  if (rule.outcome == sync::Outcome::Blocks) return Exec::Park;
  if (rule.outcome == sync::Outcome::Fails)
    return fail(FindingKind::Memory, sync::message_of(rule, [&](std::string_view name) {
                  if (name == "user") return user;
                  if (name == "mutex") return describe(mutex, layout_of(SyncOp::MutexLock).size);
                  if (name == "waiter") return waiter_with_other_mutex(address, mutex);
                  return describe(address, layout.size);
                }));
  const bool made = initialises(op) && rule.result == 0;
  if (made) mark_initialised(address, layout.size);
  const auto write_to = [&](Address object) {
    return [this, object](uint64_t offset, uint32_t value) { set_word(object, offset, value); };
  };
  const sync::Object<uint32_t> before = made ? sync_words_of(op, address) : view.object;
  store_object(layout.kind, before, applied.object, write_to(address));
  if (mutex != 0) store_object(sync::Kind::Mutex, view.mutex, applied.mutex, write_to(mutex));
  if (mutex != 0)
    take_effect(rule, mutex, sync::Kind::Mutex);
  else
    take_effect(rule, address, layout.kind);
  if (rule.wakes != sync::Wakes::Nothing) wake(rule.wakes, op, address);
  if (destroys(op)) release_leaving(address);
  if (rule.outcome == sync::Outcome::Waits) return enter_wait(op, address, mutex);
  const bool runs = rule.result == sync::kRunInitialiser;
  set_result(instruction(*thread_), rule.returns_count ? view.object.count
                                    : runs             ? 1
                                                       : static_cast<uint32_t>(rule.result));
  return Exec::Next;
}

// Updates the held locks and records the events of the rule's happens-before edge.
void Vm::take_effect(const sync::Rule& rule, Address object, sync::Kind kind) {
  switch (rule.edge) {
    case Edge::None:
      return;
    case Edge::Acquire:
    case Edge::AcquireShared: {
      const bool shared = rule.edge == Edge::AcquireShared;
      if (sync::is_lock(kind)) hold(object, shared, kind);
      return event(Event::Kind::Acquire, object, shared);
    }
    case Edge::Release:
    case Edge::ReleaseShared: {
      const bool shared = rule.edge == Edge::ReleaseShared;
      if (sync::is_lock(kind)) unhold(object, shared);
      if (kind == sync::Kind::Mutex) thread_->released = object;
      return event(Event::Kind::Release, object, shared);
    }
    case Edge::ReleaseAcquire:
      event(Event::Kind::Release, object);
      return event(Event::Kind::Acquire, object);
    case Edge::Observes:
      return failed_try(object);
    case Edge::Reads:
      return observes();
  }
}

Exec Vm::enter_wait(SyncOp op, Address object, Address mutex) {
  thread_->status = mutex != 0 ? Status::Waiting : op == SyncOp::BarrierWait ? Status::InBarrier : Status::Queued;
  thread_->wait_object = object;
  thread_->wait_mutex = mutex;
  thread_->timed_wait = op == SyncOp::CondTimedWait || op == SyncOp::RwTimedWrLock;
  thread_->timed_out = false;
  thread_->has_left_object = false;
  return Exec::Stop;
}

// Destroying a condition variable or a barrier waits until the threads whose wait has ended have left the object. Here
// these threads leave it at once, and return later.
void Vm::release_leaving(Address object) {
  for (Ref<Thread>& other : state_.threads)
    if (other && is_leaving(*other) && other->wait_object == object) other.write().has_left_object = true;
}

std::string Vm::waiter_with_other_mutex(Address condition, Address mutex) const {
  for (ThreadId t : waiters(condition))
    if (const Address with = state_.threads[t]->wait_mutex; with != mutex)
      return thread_name(t) + " waits on it with " + describe(with, layout_of(SyncOp::MutexLock).size);
  return "";
}

bool Vm::wait_may_end(const Thread& thread) const {
  sync::View<sync::Numbers> view;
  view.may_end = thread.timed_wait || options_.spurious_wakeups;
  return sync::is_enabled(thread.timed_wait ? SyncOp::CondTimedWait : SyncOp::CondWait, Phase::Waits, view);
}

// The operation in which a thread resumes after its wait, and the object that it needs: the mutex, the lock, or the
// barrier.
std::pair<SyncOp, Address> Vm::resumed_at(const Thread& thread) const {
  if (thread.status == Status::PastBarrier) return {SyncOp::BarrierWait, thread.wait_object};
  if (thread.status == Status::Woken)
    return {thread.timed_wait ? SyncOp::CondTimedWait : SyncOp::CondWait, thread.wait_mutex};
  return {thread.timed_wait ? SyncOp::RwTimedWrLock : SyncOp::RwWrLock, thread.wait_object};
}

sync::View<sync::Numbers> Vm::resumed_view(ThreadId t) const {
  const auto [op, object] = resumed_at(*state_.threads[t]);
  const bool takes_mutex = state_.threads[t]->status == Status::Woken;
  const SyncOp needed = takes_mutex ? SyncOp::MutexLock : op;
  return sync_view(t, needed, sync_words_of(needed, object), object, 0);
}

bool Vm::resume_enabled(ThreadId t) const {
  return sync::is_enabled(resumed_at(*state_.threads[t]).first, Phase::Resumes, resumed_view(t));
}

// Completes an operation whose wait has ended. Other threads may have freed the object meanwhile, which is an error
// unless the object is a barrier, because a thread that leaves a barrier no longer needs it.
Exec Vm::resume_wait() {
  const auto [op, object] = resumed_at(*thread_);
  const bool takes_mutex = thread_->status == Status::Woken;
  const SyncLayout& layout = layout_of(takes_mutex ? SyncOp::MutexLock : op);
  Pointee pointee;
  if (op != SyncOp::BarrierWait && !locate(object, layout.size, true, pointee)) return Exec::Fault;
  const sync::View<sync::Numbers> view = resumed_view(current_);
  thread_->status = Status::Ready;
  thread_->timed_wait = thread_->timed_out = false;
  thread_->wait_object = thread_->wait_mutex = 0;
  thread_->has_left_object = false;
  return carry_out(op, Phase::Resumes, layout, view, object, 0, "");
}

// Records the accesses of an operation to the bytes of its synchronisation objects (for_each_object_access), before the
// events from index `at` on.
void Vm::record_use(SyncOp op, Address object, Address mutex, size_t at) {
  Action action;
  action.kind = ActionKind::Sync;
  action.sync = op;
  action.object = object;
  action.mutex = mutex;
  std::vector<Event> uses;
  for_each_object_access(action, [&](const Access& access) {
    const Slot slot = slot_of(access.address);
    if (slot >= state_.objects.size() || !state_.objects[slot] || !state_.objects[slot]->shared) return;
    Event& use = uses.emplace_back();
    use.kind = Event::Kind::Use;
    use.access = access;
    use.loc = user_loc(*thread_);
  });
  events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(at), uses.begin(), uses.end());
}

bool Vm::reinitialises_objects() const {
  return reinitialises_objects_ || std::any_of(freed_sites_.begin(), freed_sites_.end(),
                                               [&](ir::LocId site) { return object_sites_.count(site) != 0; });
}

// If a thread holds or waits for a synchronisation object that overlaps these bytes, returns words such as "T1 (f)
// holds". A woken thread uses its condition variable or barrier until it returns from the wait, as in glibc, unless the
// object has been destroyed.
std::string Vm::user_of_object(const Pointee& pointee, uint64_t size) const {
  auto overlaps = [&](Address address, sync::Kind kind) {
    const auto offset = static_cast<uint64_t>(offset_of(address));
    return slot_of(address) == pointee.slot && offset + sync::size_of(kind) > pointee.offset &&
           offset < pointee.offset + size;
  };
  for (ThreadId t = 0; t < state_.threads.size(); ++t) {
    if (!state_.threads[t]) continue;
    const Thread& thread = *state_.threads[t];
    for (const Held& held : thread.held)
      if (overlaps(held.object, held.kind)) return thread_name(t) + " holds";
    const Status status = thread.status;
    if ((status == Status::Waiting || status == Status::Woken) && overlaps(thread.wait_mutex, sync::Kind::Mutex))
      return thread_name(t) + " takes again after a wait";
    if ((status == Status::Waiting && overlaps(thread.wait_object, sync::Kind::Condition)) ||
        (status == Status::InBarrier && overlaps(thread.wait_object, sync::Kind::Barrier)) ||
        (status == Status::Queued && overlaps(thread.wait_object, sync::Kind::RwLock)))
      return thread_name(t) + " waits for";
    if (is_leaving(thread) &&
        overlaps(thread.wait_object, status == Status::Woken ? sync::Kind::Condition : sync::Kind::Barrier))
      return thread_name(t) + " was woken from and has not left";
  }
  return "";
}

// Whether a thread holds or waits for a synchronisation object in the slot. This check is fast, because every store
// makes it.
bool Vm::has_used_sync(Slot slot) const {
  return std::any_of(state_.threads.begin(), state_.threads.end(), [&](const Ref<Thread>& thread) {
    if (!thread) return false;
    const auto is_there = [&](const Held& held) { return slot_of(held.object) == slot; };
    return slot_of(thread->wait_object) == slot || slot_of(thread->wait_mutex) == slot ||
           std::any_of(thread->held.begin(), thread->held.end(), is_there);
  });
}

// Whether a write to these bytes (an assignment, memset, a copy of a struct) overwrites a synchronisation object that a
// thread holds or waits for. If so, sets fault_.
bool Vm::overwrites_in_use(const Pointee& pointee, uint64_t size) {
  accesses_used(pointee.slot, *pointee.object, pointee.offset, size, true);
  if (!has_used_sync(pointee.slot)) return false;
  const std::string user = user_of_object(pointee, size);
  if (user.empty()) return false;
  fail(FindingKind::Memory, "overwrites a synchronisation object that " + user + ": " +
                                describe(address_of(pointee.slot, static_cast<int64_t>(pointee.offset)), size));
  return true;
}

// Whether the bytes were copied from a synchronisation object in use: according to them, threads hold or wait for the
// object, but no threads do so at this address.
bool Vm::is_copy_of_used(const SyncLayout& layout, const sync::Object<uint32_t>& words, Address address) const {
  if (sync::is_lock(layout.kind) && words.owner != 0) {
    const ThreadId owner = words.owner - 1;
    return owner >= state_.threads.size() || !state_.threads[owner] || !holds(*state_.threads[owner], address, false);
  }
  if (layout.kind == sync::Kind::RwLock) {
    uint32_t readers = 0;
    for (const Ref<Thread>& thread : state_.threads)
      if (thread)
        for (const Held& held : thread->held) readers += held.shared && held.object == address;
    return words.count != readers;
  }
  if (layout.kind == sync::Kind::Barrier)
    return words.count != count_threads([&](const Thread& thread) {
             return thread.status == Status::InBarrier && thread.wait_object == address;
           });
  return layout.kind == sync::Kind::Condition && peek(address, sync_words::kConditionCopied) != 0;
}

// The bytes of a condition variable do not show that threads wait on it. So if it is copied meanwhile, the copy is
// marked. A load of its first byte, which may be part of a copy byte by byte, returns the mark.
void Vm::mark_copied_conditions(const Pointee& to, const Pointee& from, uint64_t size) {
  for (const Ref<Thread>& thread : state_.threads) {
    if (!thread || thread->status != Status::Waiting || slot_of(thread->wait_object) != from.slot) continue;
    const uint64_t offset = static_cast<uint64_t>(offset_of(thread->wait_object)) - from.offset;
    if (offset < size) write_defined(write_object(to.slot), to.offset + offset + sync_words::kConditionCopied, 1, 1);
  }
}

void Vm::mark_loaded_conditions(const Pointee& from, uint64_t size, Value& loaded) const {
  for (const Ref<Thread>& thread : state_.threads) {
    if (!thread || thread->status != Status::Waiting || slot_of(thread->wait_object) != from.slot) continue;
    const uint64_t offset = static_cast<uint64_t>(offset_of(thread->wait_object)) - from.offset;
    if (offset < size) loaded.bits |= uint64_t{1} << 8 * (offset + sync_words::kConditionCopied);
  }
}

// A thread that waits for a semaphore accesses it, although the thread may never be enabled. So the access is recorded
// when the thread parks. (A lock that a thread waits for is held, so destroying it is an error in any case.)
void Vm::record_blocked_wait(const Instr& in) {
  if (in.op != ir::Op::Sync || static_cast<SyncOp>(in.sub) != SyncOp::SemWait || !others()) return;
  WaitsFor why = WaitsFor::Nothing;
  if (!sync_enabled(current_, in, why)) record_use(SyncOp::SemWait, bits(argument(in, 0)), 0, events_.size());
}

Exec Vm::sync(const Instr& in) {
  const auto op = static_cast<SyncOp>(in.sub);
  if (thread_->atomic_depth > 0 && sync::may_block(op) && others() && options_.section_may_block != nullptr)
    *options_.section_may_block = true;
  if (op > SyncOp::OnceEnd) return sync_object(op, in);
  const bool records = recording_ && others();
  const size_t at = events_.size();
  const Address object = bits(argument(in, 0));
  const Address mutex = op == SyncOp::CondWait || op == SyncOp::CondTimedWait ? bits(argument(in, 1)) : 0;
  const bool reinitialises = others() && (initialises(op) || destroys(op));
  const Exec how = sync_object(op, in);
  if (how != Exec::Next && how != Exec::Stop) return how;
  reinitialises_objects_ |= reinitialises;
  if (others()) {
    const Slot slot = slot_of(object);
    const auto offset = static_cast<uint64_t>(offset_of(object));
    if (slot >= first_dynamic_) object_sites_.insert(state_.objects[slot]->site);
    const uint64_t size = layout_of(op).size;
    if (reinitialises) accesses_used(slot, *state_.objects[slot], offset, size, false);
    used_.use(used_place(slot, *state_.objects[slot], offset), size, false);
  }
  if (records) record_use(op, object, mutex, at);
  return how;
}

Exec Vm::sync_object(SyncOp op, const Instr& in) {
  if (op <= SyncOp::OnceEnd) return operate(op, in);
  switch (op) {
    case SyncOp::ThreadCreate:
      return create_thread(in);
    case SyncOp::ThreadJoin:
      return join_thread(in);
    case SyncOp::ThreadDetach:
      return detach_thread(in);
    case SyncOp::ThreadExit:
      return end_thread(value(argument(in, 0)));
    case SyncOp::Yield:
      if (!visible_allowed_ && others()) return Exec::Park;
      set_result(in, 0);
      return Exec::Next;
    case SyncOp::WordWait:
    case SyncOp::WordTimedWait:
    case SyncOp::WordAwait:
      return wait_on_word(op, in);
    case SyncOp::WordWake:
      return wake_on_word(in);
    case SyncOp::AtomicBegin:
      if (thread_->atomic_depth == 0) {
        if (!visible_allowed_ && others()) return Exec::Park;
        enter_atomic();
      }
      ++thread_->atomic_depth;
      return Exec::Next;
    default:  // AtomicEnd
      if (thread_->atomic_depth == 0) return fail(FindingKind::Assertion, "ends an atomic section that it is not in");
      leave_atomic();
      return Exec::Next;
  }
}

// Whether the synchronisation operation at which t is parked can complete or fail. If not, sets `why`.
bool Vm::sync_enabled(ThreadId t, const Instr& in, WaitsFor& why) const {
  const auto op = static_cast<SyncOp>(in.sub);
  const Thread& thread = *state_.threads[t];
  const ir::Function& function = program_.functions[thread.frames.back().function];
  const Address object = operand(thread, function.args[in.first_arg]).bits;
  if (op == SyncOp::ThreadJoin) {
    why = WaitsFor::Join;
    return join_enabled(object);
  }
  const SyncLayout& layout = layout_of(op);
  // An operation on an object that does not exist or is unusable fails at once.
  if (!usable(object, layout.size, layout.used)) return true;
  const sync::Object<uint32_t> words = sync_words_of(op, object);
  if (sync::is_enabled(op, Phase::Arrives, sync_view(t, op, words, object, 0)) ||
      is_copy_of_used(layout, words, object))
    return true;
  why = what_blocks(op, words);
  return false;
}

// Whether a synchronisation object exists at the address and its state is defined.
bool Vm::usable(Address address, uint64_t size, uint64_t used) const {
  Slot slot = slot_of(address);
  if (slot == 0 || slot >= state_.objects.size() || !state_.objects[slot]) return false;
  const Object& object = *state_.objects[slot];
  int64_t offset = offset_of(address);
  if (!object.alive || offset < 0 || static_cast<uint64_t>(offset) + size > object.size) return false;
  if (!object.has_undefined) return true;
  const uint8_t* shadow = object.undefined() + offset;
  return std::all_of(shadow, shadow + used, [](uint8_t byte) { return byte == 0; });
}

uint32_t Vm::sync_choices(ThreadId t, const Instr& in) const {
  const Thread& thread = *state_.threads[t];
  const ir::Function& function = program_.functions[thread.frames.back().function];
  auto object = [&] { return operand(thread, function.args[in.first_arg]).bits; };
  switch (static_cast<SyncOp>(in.sub)) {
    case SyncOp::CondSignal:
      return std::max<uint32_t>(1, static_cast<uint32_t>(waiters(object()).size()));
    case SyncOp::WordWake: {
      const auto most = static_cast<uint32_t>(operand(thread, function.args[in.first_arg + 1]).bits);
      return most == 1 ? std::max<uint32_t>(1, static_cast<uint32_t>(waiters_on_word(object()).size())) : 1;
    }
    case SyncOp::ThreadCreate:
      return 1 + static_cast<uint32_t>(reusable(ObjectKind::ThreadHandle, t).size());
    default:
      return 1;
  }
}

}  // namespace mover::vm
