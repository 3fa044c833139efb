// Operations on synchronisation objects: applies the rules of sync/rules.h to circuits. The objects are in the
// program's memory, with the same layout as in the interpreter.
#include <algorithm>

#include "machine/action.h"
#include "symbolic/builder.h"
#include "symbolic/sync_outcomes.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::SyncOp;
using sync::Phase;
namespace words = vm::sync_words;

void Builder::operate(SyncOp op) {
  const Instr& in = instr();
  const Circuits::Scope scope(c_);
  const vm::SyncLayout& layout = vm::layout_of(op);
  const bool on_condition = op == SyncOp::CondWait || op == SyncOp::CondTimedWait;
  ThreadState& state = threads_[thread_];
  const Value address = argument(0, 64);
  const std::vector<Target> targets = locate(address, abstract_argument(0), layout.size, true);
  auto undefined_words = [&](const std::vector<Target>& at, const vm::SyncLayout& of) {
    Literal undefined = kFalse;
    for (uint64_t i = 0; i < of.used; ++i) undefined = either(undefined, load(at, i, 8).undefined);
    return undefined;
  };
  if (!initialises(op))
    end_if(undefined_words(targets, layout), BadKind::Memory,
           "uses a synchronisation object that was never initialised");
  if (!initialises(op))
    end_if(is_copy_of_used(layout.kind, targets), BadKind::Memory,
           "uses a copy of a synchronisation object that was in use when it was copied");
  if (op == SyncOp::OnceEnd)
    end_if(circuit::eq(c_, load(targets, words::kOwner, 32).bits, sync::kUntouched), BadKind::Memory,
           "a once control was overwritten while its initialiser ran");
  std::vector<Target> mutex_targets;
  Value mutex;
  if (on_condition) {
    const vm::SyncLayout& of_mutex = vm::layout_of(SyncOp::MutexLock);
    mutex = argument(1, 64);
    mutex_targets = locate(mutex, abstract_argument(1), of_mutex.size, true);
    end_if(undefined_words(mutex_targets, of_mutex), BadKind::Memory, "uses a mutex that was never initialised");
    end_if(is_copy_of_used(sync::Kind::Mutex, mutex_targets), BadKind::Bound,
           "waits with a copy of a mutex that was in use when it was copied (not modelled)");
    register_sync_access(mutex_targets, of_mutex.size, op, false);
  }
  register_sync_access(targets, layout.size, op, initialises(op) || destroys(op));

  SyncView view;
  view.object = load_object(c_, layout.kind, [&](uint64_t offset) { return load(targets, offset, 32).bits; });
  view.me = Circuits::Word(thread_ + 1);
  if (on_condition) {
    view.mutex =
        load_object(c_, sync::Kind::Mutex, [&](uint64_t offset) { return load(mutex_targets, offset, 32).bits; });
    Literal other = kFalse;
    for (ThreadIndex t = 0; t < threads_.size(); ++t)
      if (t != thread_)
        other = either(other, both(waits_on(t, address.bits, sync::Kind::Condition),
                                   circuit::negate(waits_with(t, mutex.bits, false))));
    view.other_mutex = Circuits::Word::make(other);
  }
  const bool is_rwlock = layout.kind == sync::Kind::RwLock;
  if (op == SyncOp::RwUnlock) view.read_held = Circuits::Word::make(reads(thread_, targets));
  if (op == SyncOp::RwRdLock || op == SyncOp::RwTryRdLock || op == SyncOp::RwTimedRdLock)
    view.queued = Circuits::Word::make(any_waits_on(address.bits, layout.kind));
  if (initialises(op) || destroys(op)) {
    const Literal waiters = any_waits_on(address.bits, layout.kind);
    Literal retaking = kFalse;
    for (ThreadIndex t = 0; t < threads_.size() && layout.kind == sync::Kind::Mutex; ++t)
      retaking = either(retaking, waits_with(t, address.bits, true));
    Literal used = either(waiters, retaking);
    if (sync::is_lock(layout.kind)) {
      const Value owner = load(targets, words::kOwner, 32);
      const Literal held = both(circuit::any_bit(c_, view.object.owner.bits), circuit::negate(owner.undefined));
      used = either(used, both(held, circuit::negate(is_copy_of_used(layout.kind, targets))));
    }
    for (ThreadIndex t = 0; t < threads_.size() && is_rwlock; ++t) used = either(used, reads(t, targets));
    const bool can_be_left = layout.kind == sync::Kind::Condition || layout.kind == sync::Kind::Barrier;
    for (ThreadIndex t = 0; t < threads_.size() && can_be_left && initialises(op); ++t) {
      const Literal leaving = leaves(t, address.bits, layout.kind, targets);
      used = either(used, leaving);
      end_if(both(waits_at(t, layout.kind, 0, address.bits, true), circuit::negate(leaving)), BadKind::Bound,
             "a condition variable or barrier is initialised again before all threads have returned from it");
    }
    view.waiters = Circuits::Word::make(waiters);
    view.retaken_by = Circuits::Word::make(retaking);
    view.users = Circuits::Word::make(used);
  }
  if (initialises(op) && in.num_args > 1) {
    const Word given = argument(1, 32).bits;
    view.argument = Circuits::Word::make(given);
    if (op == SyncOp::MutexInit) {
      view.argument = Circuits::Word::make(Word{given[0], given[1]});
      view.robust = Circuits::Word::make(given[4]);
    }
  }
  if (op == SyncOp::OnceEnd) view.argument = Circuits::Word(sync::kDone);

  const SyncOutcomes outcomes(c_, op, Phase::Arrives, view);
  if (op != SyncOp::SemPost) note_observation(outcomes.observes);
  const Literal blocks = both(guard_, outcomes.blocks);
  state.disabled = either(state.disabled, blocks);
  if (blocks != kFalse && is_rwlock) {
    block_on_rwlock(op, blocks, view.object.owner.bits, targets, address.bits);
  } else if (blocks != kFalse) {
    ThreadState::Blocked blocked;
    blocked.guard = blocks;
    if (sync::is_lock(layout.kind)) blocked.on = ThreadState::Blocked::On::Lock, blocked.owner = view.object.owner.bits;
    state.blocked.push_back(blocked);
  }
  guard_ = both(guard_, circuit::negate(outcomes.blocks));
  end_if(outcomes.fails, BadKind::Memory,
         outcomes.failure.empty() ? "misuses a synchronisation object" : outcomes.failure);
  if (op == SyncOp::SemPost) assume_no_overflow(targets, circuit::any_bit(c_, outcomes.result.bits));
  if (initialises(op)) {
    const Literal made = circuit::eq(c_, outcomes.result.bits, 0);
    for (uint64_t i = 0; i < layout.size; ++i) store(targets, i, {circuit::constant_word(0, 8)}, made);
    note_initialising(layout.kind, targets, made);
    store_object(c_, layout.kind, outcomes.object, true, [&](uint64_t offset, const Word& word, Literal when) {
      store(targets, offset, {word}, both(made, when));
    });
  } else {
    put_object(layout.kind, targets, outcomes.object);
  }
  if (on_condition) put_object(sync::Kind::Mutex, mutex_targets, outcomes.mutex);
  if (is_rwlock) change_reads(targets, outcomes.acquires_shared, outcomes.releases_shared);
  if (initialises(op)) order_.reset_lock(targets, circuit::eq(c_, outcomes.result.bits, 0));
  order_.synchronise(on_condition ? mutex_targets : targets, outcomes);
  wake(address.bits, outcomes.wakes_one, outcomes.wakes_all, layout.kind);
  const Literal guard = guard_;
  if (outcomes.waits != kFalse) {
    const Changes changes = changes_;
    guard_ = both(guard, outcomes.waits);
    write(state.status, {circuit::constant_word(kWaiting, 2)});
    flow(node_);
    changes_ = changes;
  }
  guard_ = both(guard, circuit::negate(outcomes.waits));
  set(in.dst, {outcomes.result.bits});
  flow(node_ + 1);
}

// Writes those words of the object that the operation may have changed.
void Builder::put_object(sync::Kind kind, const std::vector<Target>& targets, const SyncObject& object) {
  store_object(c_, kind, object, false, [&](uint64_t offset, const Word& word, Literal when) {
    if (word != load(targets, offset, 32).bits) store(targets, offset, {word}, when);
  });
}

Literal Builder::any_waits_on(const Word& object, sync::Kind kind) {
  Literal result = kFalse;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) result = either(result, waits_on(t, object, kind));
  return result;
}

// Records the threads that block a thread on a readers-writer lock. A reader is blocked by the writer that holds the
// lock. If no writer holds it, the reader is blocked by waiting writers, which the lock prefers. A writer is blocked by
// all threads that hold the lock.
void Builder::block_on_rwlock(SyncOp op, Literal blocks, const Word& owner, const std::vector<Target>& targets,
                              const Word& address) {
  const Literal has_writer = circuit::any_bit(c_, owner);
  const bool is_reader = op == SyncOp::RwRdLock;
  ThreadState::Blocked by_holders, by_writers;
  by_holders.on = ThreadState::Blocked::On::Holders;
  by_writers.on = ThreadState::Blocked::On::Writers;
  by_holders.guard = is_reader ? both(blocks, has_writer) : blocks;
  by_writers.guard = is_reader ? both(blocks, circuit::negate(has_writer)) : kFalse;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    by_holders.awaited.push_back(either(circuit::eq(c_, owner, t + 1), reads(t, targets)));
    by_writers.awaited.push_back(is_reader ? waits_on(t, address, sync::Kind::RwLock) : kFalse);
  }
  for (const ThreadState::Blocked& blocked : {by_holders, by_writers})
    if (blocked.guard != kFalse) threads_[thread_].blocked.push_back(blocked);
}

// Whether a thread other than this one was created and has not been joined.
Literal Builder::has_others() {
  Literal result = kFalse;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_)
      result = either(result, both(circuit::negate(circuit::eq(c_, read(threads_[t].pc).bits, kNotStarted)),
                                   either(flag(threads_[t].detached), circuit::negate(flag(threads_[t].joined)))));
  return result;
}

// Registers the access of an operation to its synchronisation object (see register_access). `plain`: the operation
// initialises or destroys the object, which is a plain write.
void Builder::register_sync_access(const std::vector<Target>& targets, uint64_t bytes, SyncOp op, bool plain) {
  assume_guarded(targets, bytes, !plain);
  order_.sync_access(targets, bytes, plain ? kFalse : kTrue);
  note_observation_in_section();
  if (!at_cut_) return;
  const size_t before = threads_[thread_].pending.size();
  add_pending_access(targets, bytes, true, plain ? kFalse : kTrue);
  if (threads_[thread_].pending.size() > before && op != SyncOp::SemWait)
    threads_[thread_].pending.back().while_enabled = true;
}

void Builder::wake(const Word& object, Literal one, Literal all, sync::Kind kind) {
  if (one == kFalse && all == kFalse) return;
  std::vector<std::pair<ThreadIndex, Literal>> waiting;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_)
      if (const Literal waits = waits_on(t, object, kind); waits != kFalse) waiting.push_back({t, waits});
  if (waiting.empty()) return;
  std::vector<Literal> chosen(waiting.size(), kTrue);
  if (one != kFalse) {
    unsigned width = 1;
    while ((size_t{1} << width) < waiting.size()) ++width;
    const Word choice = circuit::input_word(c_, "woken at " + node_name(thread_, node_), width);
    Literal some = kFalse, any = kFalse;
    for (size_t i = 0; i < waiting.size(); ++i) {
      chosen[i] = both(waiting[i].second, circuit::eq(c_, choice, i));
      some = either(some, chosen[i]);
      any = either(any, waiting[i].second);
    }
    constraints_.push_back(c_.implies(both(both(threads_[thread_].scheduled, guard_), both(one, any)), some));
  }
  auto& wakes = model_.woken[{thread_, node_}];
  for (size_t i = 0; i < waiting.size(); ++i) {
    const auto [t, waits] = waiting[i];
    const Literal woken = either(both(one, chosen[i]), both(all, waits));
    const VariableId status = threads_[t].status;
    write(status, select(woken, {circuit::constant_word(kWoken, 2)}, read(status)));
    wakes.push_back({t, waits, chosen[i]});
    if (kind == sync::Kind::Barrier) continue;
    // If this thread does not hold the mutex with which the other one waits, its step does not happen-before the
    // return of the wait, although the woken thread observes it.
    set_flag(unordered_observation_,
             either(flag(unordered_observation_), both(woken, circuit::negate(holds_mutex_of(t)))));
  }
}

// Whether this thread holds the mutex with which thread t waits.
Literal Builder::holds_mutex_of(ThreadIndex t) {
  const ThreadIndex me = std::exchange(thread_, t);
  const NodeId node = node_;
  Literal result = kFalse;
  for (NodeId cut : threads_[t].cuts) {
    const Instr& in = values_.instr(t, cut);
    if (in.op != Op::Sync ||
        (static_cast<SyncOp>(in.sub) != SyncOp::CondWait && static_cast<SyncOp>(in.sub) != SyncOp::CondTimedWait))
      continue;
    node_ = cut;
    const Word owner = load(targets_of(argument(1, 64).bits, abstract_argument(1), 40), words::kOwner, 32).bits;
    result = either(result, both(at(t, threads_[t].code_of[cut]), circuit::eq(c_, owner, me + 1)));
  }
  thread_ = me, node_ = node;
  return result;
}

// Adds the step by which a wait ends without a notification: by a timeout or a spurious wake-up.
void Builder::end_of_wait(SyncOp op, Literal waiting) {
  ThreadState& state = threads_[thread_];
  const bool timed = op == SyncOp::CondTimedWait;
  guard_ = waiting;
  state.has_step = either(state.has_step, guard_);
  write(state.status, {circuit::constant_word(kWoken, 2)});
  if (timed && setting_.spurious_wakeups) {
    const Word spurious = circuit::input_word(c_, "spurious at " + node_name(thread_, node_), 1);
    model_.chosen[{thread_, node_}] = spurious;
    set_flag(state.timed_out, circuit::negate(spurious[0]));
  } else if (timed) {
    set_flag(state.timed_out, kTrue);
  }
  flow(node_);
  changes_.clear();
}

// Adds the step by which a thread that has waited completes its operation: it acquires the mutex or the readers-writer
// lock, or leaves the barrier.
void Builder::resume(SyncOp op) {
  const Instr& in = instr();
  const Circuits::Scope scope(c_);
  ThreadState& state = threads_[thread_];
  const Literal here = guard_;
  const sync::Kind kind = sync::kind_of(op);
  const Word status = latched(state.status).bits;
  const Literal waiting = both(here, circuit::eq(c_, status, kWaiting));
  const bool is_rwlock = kind == sync::Kind::RwLock;  // a waiting writer needs no wake-up
  if (op == SyncOp::CondTimedWait || (op == SyncOp::CondWait && setting_.spurious_wakeups))
    end_of_wait(op, waiting);
  else if (!is_rwlock)
    state.blocked.push_back({waiting, ThreadState::Blocked::On::Other, {}, {}});
  guard_ = is_rwlock ? waiting : both(here, circuit::eq(c_, status, kWoken));
  state.has_step = either(state.has_step, guard_);
  write(state.status, {circuit::constant_word(kReady, 2)});
  if (op == SyncOp::BarrierWait) {
    order_.acquire(targets_of(argument(0, 64).bits, abstract_argument(0), sync::size_of(kind)), kTrue);
    set(in.dst, {circuit::constant_word(0, 32)});
    return flow(node_ + 1);
  }
  const sync::Kind taken = is_rwlock ? kind : sync::Kind::Mutex;
  const uint32_t which = is_rwlock ? 0 : 1;
  const Value address = argument(which, 64);
  const std::vector<Target> targets = locate(address, abstract_argument(which), sync::size_of(taken), true);
  SyncView view;
  view.object = load_object(c_, taken, [&](uint64_t offset) { return load(targets, offset, 32).bits; });
  view.me = Circuits::Word(thread_ + 1);
  view.timed_out = Circuits::Word::make(op == SyncOp::CondTimedWait ? flag(state.timed_out) : kFalse);
  const SyncOutcomes outcomes(c_, op, Phase::Resumes, view);
  const Literal blocks = both(guard_, outcomes.blocks);
  state.disabled = either(state.disabled, blocks);
  if (blocks != kFalse && is_rwlock)
    block_on_rwlock(op, blocks, view.object.owner.bits, targets, address.bits);
  else if (blocks != kFalse)
    state.blocked.push_back({blocks, ThreadState::Blocked::On::Lock, view.object.owner.bits, {}});
  guard_ = both(guard_, circuit::negate(outcomes.blocks));
  end_if(outcomes.fails, BadKind::Memory, "reacquires, after a wait, a mutex that was destroyed");
  note_observation(outcomes.observes);
  order_.synchronise(targets, outcomes);
  put_object(taken, targets, outcomes.object);
  if (op == SyncOp::CondTimedWait) set_flag(state.timed_out, kFalse);
  set(in.dst, {outcomes.result.bits});
  flow(node_ + 1);
}

// Records that the result of an operation depends on actions of other threads that do not happen-before it.
void Builder::note_observation(Literal when) {
  if (when != kFalse && !threads_[thread_].single_threaded[node_])
    set_flag(unordered_observation_, either(flag(unordered_observation_), both(when, has_others())));
}

}  // namespace mover::symbolic
