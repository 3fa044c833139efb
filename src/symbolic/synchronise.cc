// Synchronisation objects, threads and atomic sections. The rules of sync/rules.h are applied to circuits. The objects
// are in the program's memory, with the same layout as in the interpreter.
#include <algorithm>

#include "machine/action.h"
#include "symbolic/builder.h"
#include "symbolic/sync_words.h"
#include "vm/sync_layout.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::SyncOp;
using sync::Outcome;
using sync::Phase;
namespace words = vm::sync_words;

enum Status : uint32_t { kReady, kWaiting, kWoken };

// All possible outcomes of an operation by the rules, each with the literal that it is the outcome.
struct Builder::Applied {
  SyncObject object, mutex;
  Literal blocks = kFalse, waits = kFalse, fails = kFalse, wakes_one = kFalse, wakes_all = kFalse, observes = kFalse;
  Circuits::Word result{0};
  std::string failure;

  Applied(circuit::Circuit& c, SyncOp op, Phase phase, const SyncView& view) : object(view.object), mutex(view.mutex) {
    const Circuits::In in(c);
    Literal rest = kTrue;
    sync::Rules<Circuits>::of(op, phase, view, [&](const sync::Rule& rule, Circuits::Bool guard, auto effect) {
      const Literal applies = c.conjunction(rest, guard.literal);
      rest = c.conjunction(rest, circuit::negate(guard.literal));
      if (applies == kFalse) return;
      SyncObject next = view.object, next_mutex = view.mutex;
      effect(next, next_mutex);
      object = symbolic::select(applies, next, object);
      mutex = symbolic::select(applies, next_mutex, mutex);
      auto add = [&](Literal& to) { to = c.disjunction(to, applies); };
      if (rule.outcome == Outcome::Blocks) add(blocks);
      if (rule.outcome == Outcome::Waits) add(waits);
      if (rule.outcome == Outcome::Fails) add(fails), failure = rule.failure;
      if (rule.wakes == sync::Wakes::One) add(wakes_one);
      if (rule.wakes == sync::Wakes::All) add(wakes_all);
      if (rule.edge == sync::Edge::Observes || rule.edge == sync::Edge::Reads) add(observes);
      const Circuits::Word value = rule.returns_count ? view.object.count
                                   : rule.result == sync::kRunInitialiser
                                       ? Circuits::Word(1)
                                       : Circuits::Word(static_cast<uint32_t>(rule.result));
      result = Circuits::select(Circuits::Bool::make(applies), value, result);
    });
  }
};

namespace {

// read(offset) gives a word of the object in memory.
template <typename Read>
SyncObject load_object(circuit::Circuit& c, sync::Kind kind, Read read) {
  const Circuits::In in(c);
  SyncObject object;
  auto word = [&](uint64_t offset) { return Circuits::Word::make(read(offset)); };
  switch (kind) {
    case sync::Kind::Mutex: {
      const Word type = read(words::kMutexKind);
      const Literal adaptive = c.conjunction(type[0], type[1]);
      object.kind = Circuits::Word::make(
          Word{c.conjunction(type[0], circuit::negate(adaptive)), c.conjunction(type[1], circuit::negate(adaptive))});
      object.robust = Circuits::Word::make(type[4]);
      object.owner = word(words::kOwner);
      object.count = word(words::kDepth);
      object.destroyed = word(words::kMutexDestroyed);
      break;
    }
    case sync::Kind::Condition:
      object.destroyed = word(words::kConditionDestroyed);
      break;
    case sync::Kind::Spin: {
      const Word owner = read(words::kOwner);
      const Literal destroyed = circuit::all_bits(c, owner);
      object.owner = Circuits::Word::make(circuit::ite(c, destroyed, circuit::constant_word(0, 32), owner));
      object.destroyed = Circuits::Word::make(destroyed);
      break;
    }
    case sync::Kind::Semaphore:
      object.count = word(words::kValue);
      object.destroyed = word(words::kDestroyed);
      break;
    case sync::Kind::Barrier:
      object.threshold = word(words::kThreshold);
      object.count = word(words::kArrived);
      object.destroyed = word(words::kDestroyed);
      break;
    case sync::Kind::Once:
      object.state = word(words::kOwner);
      break;
    default:
      break;
  }
  return object;
}

// write(offset, word) for the words of the object.
template <typename Write>
void store_object(circuit::Circuit& c, sync::Kind kind, const SyncObject& object, bool with_kind, Write write) {
  switch (kind) {
    case sync::Kind::Mutex:
      if (with_kind) write(words::kMutexKind, object.kind.bits);
      write(words::kOwner, object.owner.bits);
      write(words::kDepth, object.count.bits);
      return write(words::kMutexDestroyed, object.destroyed.bits);
    case sync::Kind::Condition:
      return write(words::kConditionDestroyed, object.destroyed.bits);
    case sync::Kind::Spin:
      return write(words::kOwner, circuit::ite(c, object.destroyed.bits[0],
                                               circuit::constant_word(words::kSpinDestroyed, 32), object.owner.bits));
    case sync::Kind::Semaphore:
      write(words::kValue, object.count.bits);
      return write(words::kDestroyed, object.destroyed.bits);
    case sync::Kind::Barrier:
      write(words::kThreshold, object.threshold.bits);
      write(words::kArrived, object.count.bits);
      return write(words::kDestroyed, object.destroyed.bits);
    case sync::Kind::Once:
      return write(words::kOwner, object.state.bits);
    default:
      return;
  }
}

bool waits_for_others(SyncOp op) {
  return op == SyncOp::CondWait || op == SyncOp::CondTimedWait || op == SyncOp::BarrierWait;
}

}  // namespace

// Whether thread t waits on that object, a condition or a barrier.
Literal Builder::waits_on(ThreadIndex t, const Word& object, bool on_barrier) {
  const ThreadIndex thread = std::exchange(thread_, t);
  const NodeId node = node_;
  Changes changes = std::exchange(changes_, {});
  Literal result = kFalse;
  for (NodeId cut : threads_[t].cuts) {
    const Instr& in = values_.instr(t, cut);
    if (in.op != Op::Sync || !waits_for_others(static_cast<SyncOp>(in.sub))) continue;
    if ((static_cast<SyncOp>(in.sub) == SyncOp::BarrierWait) != on_barrier) continue;
    node_ = cut;
    const Literal waits =
        both(at(t, threads_[t].code_of[cut]), circuit::eq(c_, latched(threads_[t].status).bits, kWaiting));
    result = either(result, both(waits, circuit::eq(c_, argument(0, 64).bits, object)));
  }
  thread_ = thread, node_ = node, changes_ = std::move(changes);
  return result;
}

// Whether thread t waits on a condition with that mutex.
Literal Builder::waits_with(ThreadIndex t, const Word& mutex, bool woken_too) {
  const ThreadIndex thread = std::exchange(thread_, t);
  const NodeId node = node_;
  Changes changes = std::exchange(changes_, {});
  Literal result = kFalse;
  for (NodeId cut : threads_[t].cuts) {
    const Instr& in = values_.instr(t, cut);
    if (in.op != Op::Sync || !waits_for_others(static_cast<SyncOp>(in.sub))) continue;
    if (static_cast<SyncOp>(in.sub) == SyncOp::BarrierWait) continue;
    node_ = cut;
    const Word status = latched(threads_[t].status).bits;
    Literal waits = circuit::eq(c_, status, kWaiting);
    if (woken_too) waits = either(waits, circuit::eq(c_, status, kWoken));
    waits = both(waits, at(t, threads_[t].code_of[cut]));
    result = either(result, both(waits, circuit::eq(c_, argument(1, 64).bits, mutex)));
  }
  thread_ = thread, node_ = node, changes_ = std::move(changes);
  return result;
}

// Whether a thread holds a lock in the memory object, or waits for a synchronisation object in it. The positions of
// synchronisation objects are known from the operations on them.
Literal Builder::in_use(ObjectId id) {
  if (!holds_sync_[id]) return kFalse;
  Literal result = kFalse;
  for (const auto& [offset, kind] : sync_positions(id)) {
    const bool is_lock = kind == sync::Kind::Mutex || kind == sync::Kind::Spin;
    if (offset + 4 > values_.objects()[id].size) continue;
    const std::vector<Hit> here{{id, offset, kTrue}};
    if (is_lock) {
      const Value owner = load(here, words::kOwner, 32);
      const Literal held = both(circuit::any_bit(c_, owner.bits), circuit::negate(owner.undefined));
      result = either(result,
                      kind == sync::Kind::Spin ? both(held, circuit::negate(circuit::all_bits(c_, owner.bits))) : held);
    }
    if (kind == sync::Kind::Once)
      result = either(result, circuit::eq(c_, load(here, words::kOwner, 32).bits, sync::kRunning));
    const Word address = circuit::constant_word(address_of(id, offset), 64);
    for (ThreadIndex t = 0; t < threads_.size(); ++t) {
      if (kind == sync::Kind::Mutex) result = either(result, waits_with(t, address, true));
      if (kind == sync::Kind::Condition) result = either(result, waits_on(t, address, false));
      if (kind == sync::Kind::Barrier) result = either(result, waits_on(t, address, true));
    }
  }
  return result;
}

const Builder::Positions& Builder::sync_positions(ObjectId id) const {
  auto [known, is_new] = sync_positions_.try_emplace(id);
  Positions& result = known->second;
  if (!is_new) return result;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    for (NodeId node = 0; node < values_.threads()[t].num_nodes(); ++node) {
      const Instr& in = values_.instr(t, node);
      if (!values_.reached(t, node) || in.op != Op::Sync || static_cast<SyncOp>(in.sub) > SyncOp::OnceEnd) continue;
      const auto op = static_cast<SyncOp>(in.sub);
      auto add = [&](const AbstractValue& address, sync::Kind kind) {
        for (const auto& [object, offsets] : address.pointers()) {
          if (object != id || offsets.first < 0) continue;
          const auto stride = std::max<uint64_t>(offsets.stride, 1);
          for (auto at = static_cast<uint64_t>(offsets.first); at + 4 <= values_.objects()[id].size; at += stride) {
            result.insert({at, kind});
            if (offsets.is_exact()) break;
          }
        }
      };
      add(values_.argument(t, node, 0), sync::kind_of(op));
      if (op == SyncOp::CondWait || op == SyncOp::CondTimedWait) add(values_.argument(t, node, 1), sync::Kind::Mutex);
    }
  return result;
}

void Builder::operate(SyncOp op) {
  const Instr& in = instr();
  const Circuits::In domain(c_);
  const vm::SyncLayout& layout = vm::layout_of(op);
  const bool on_condition = op == SyncOp::CondWait || op == SyncOp::CondTimedWait;
  ThreadState& state = threads_[thread_];
  const Value address = argument(0, 64);
  const std::vector<Hit> hits = locate(address, abstract_argument(0), layout.size, true);
  auto undefined_words = [&](const std::vector<Hit>& at, const vm::SyncLayout& of) {
    Literal undefined = kFalse;
    for (uint64_t i = 0; i < of.used; ++i) undefined = either(undefined, load(at, i, 8).undefined);
    return undefined;
  };
  if (!initialises(op))
    end_if(undefined_words(hits, layout), BadKind::Memory, "uses a synchronisation object that was never initialised");
  std::vector<Hit> mutex_hits;
  Value mutex;
  if (on_condition) {
    const vm::SyncLayout& of_mutex = vm::layout_of(SyncOp::MutexLock);
    mutex = argument(1, 64);
    mutex_hits = locate(mutex, abstract_argument(1), of_mutex.size, true);
    end_if(undefined_words(mutex_hits, of_mutex), BadKind::Memory, "uses a mutex that was never initialised");
    pend_sync(mutex_hits, of_mutex.size, op, false);
  }
  pend_sync(hits, layout.size, op, initialises(op) || destroys(op));

  SyncView view;
  view.object = load_object(c_, layout.kind, [&](uint64_t offset) { return load(hits, offset, 32).bits; });
  view.me = Circuits::Word(thread_ + 1);
  if (on_condition) {
    view.mutex = load_object(c_, sync::Kind::Mutex, [&](uint64_t offset) { return load(mutex_hits, offset, 32).bits; });
    Literal other = kFalse;
    for (ThreadIndex t = 0; t < threads_.size(); ++t)
      if (t != thread_)
        other =
            either(other, both(waits_on(t, address.bits, false), circuit::negate(waits_with(t, mutex.bits, false))));
    view.other_mutex = Circuits::Word::make(other);
  }
  Literal waiters = kFalse, retaking = kFalse;
  for (ThreadIndex t = 0; t < threads_.size() && (destroys(op) || initialises(op)); ++t) {
    if (layout.kind == sync::Kind::Condition) waiters = either(waiters, waits_on(t, address.bits, false));
    if (layout.kind == sync::Kind::Barrier) waiters = either(waiters, waits_on(t, address.bits, true));
    if (layout.kind == sync::Kind::Mutex) retaking = either(retaking, waits_with(t, address.bits, true));
  }
  view.waiters = Circuits::Word::make(waiters);
  view.retaken_by = Circuits::Word::make(retaking);
  if (initialises(op) || destroys(op)) {
    Literal used = either(waiters, retaking);
    const bool is_lock = layout.kind == sync::Kind::Mutex || layout.kind == sync::Kind::Spin;
    if (is_lock) {
      const Value owner = load(hits, words::kOwner, 32);
      used = either(used, both(circuit::any_bit(c_, view.object.owner.bits), circuit::negate(owner.undefined)));
    }
    view.users = Circuits::Word::make(used);
  }
  if (initialises(op) && in.num_args > 1) {
    const Word given = argument(1, 32).bits;
    view.argument = Circuits::Word::make(given);
    if (op == SyncOp::MutexInit) {
      end_if(given[4], BadKind::Bound, "robust mutexes (not modelled)");
      view.argument = Circuits::Word::make(Word{given[0], given[1]});
    }
  }
  if (op == SyncOp::OnceEnd) view.argument = Circuits::Word(sync::kDone);

  const Applied applied(c_, op, Phase::Arrives, view);
  if (applied.observes != kFalse && op != SyncOp::SemPost && !threads_[thread_].alone[node_])
    set_flag(observed_, either(flag(observed_), both(applied.observes, has_others())));
  const Literal blocks = both(guard_, applied.blocks);
  state.disabled = either(state.disabled, blocks);
  if (blocks != kFalse) {
    ThreadState::Blocked blocked;
    blocked.guard = blocks;
    if (layout.kind == sync::Kind::Mutex || layout.kind == sync::Kind::Spin)
      blocked.on = ThreadState::Blocked::On::Lock, blocked.owner = view.object.owner.bits;
    state.blocked.push_back(blocked);
  }
  guard_ = both(guard_, circuit::negate(applied.blocks));
  end_if(applied.fails, BadKind::Memory,
         applied.failure.empty() ? "misuses a synchronisation object" : applied.failure);
  if (initialises(op)) {
    const Literal made = circuit::eq(c_, applied.result.bits, 0);
    for (uint64_t i = 0; i < layout.size; ++i) store(hits, i, {circuit::constant_word(0, 8)}, made);
    store_object(c_, layout.kind, applied.object, true,
                 [&](uint64_t offset, const Word& word) { store(hits, offset, {word}, made); });
  } else {
    store_object(c_, layout.kind, applied.object, false, [&](uint64_t offset, const Word& word) {
      if (word != load(hits, offset, 32).bits) store(hits, offset, {word});
    });
  }
  if (on_condition)
    store_object(c_, sync::Kind::Mutex, applied.mutex, false, [&](uint64_t offset, const Word& word) {
      if (word != load(mutex_hits, offset, 32).bits) store(mutex_hits, offset, {word});
    });
  wake(address.bits, applied.wakes_one, applied.wakes_all, op == SyncOp::BarrierWait);
  const Literal guard = guard_;
  if (applied.waits != kFalse) {
    const Changes changes = changes_;
    guard_ = both(guard, applied.waits);
    write(state.status, {circuit::constant_word(kWaiting, 2)});
    flow(node_);
    changes_ = changes;
  }
  guard_ = both(guard, circuit::negate(applied.waits));
  set(in.dst, {applied.result.bits});
  flow(node_ + 1);
}

// Whether there is a thread besides this one that has not been joined.
Literal Builder::has_others() {
  Literal result = kFalse;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_)
      result = either(result, both(circuit::negate(circuit::eq(c_, read(threads_[t].place).bits, kNotStarted)),
                                   either(flag(threads_[t].detached), circuit::negate(flag(threads_[t].joined)))));
  return result;
}

// The thread is parked before an operation on these objects: initialising and destroying are plain writes.
void Builder::pend_sync(const std::vector<Hit>& hits, uint64_t bytes, SyncOp op, bool plain) {
  assume_guarded(hits, bytes, !plain);
  if (!at_cut_) return;
  const size_t before = threads_[thread_].pending.size();
  add_pending(hits, bytes, true, plain ? kFalse : kTrue);
  if (threads_[thread_].pending.size() > before && op != SyncOp::SemWait)
    threads_[thread_].pending.back().while_enabled = true;
}

void Builder::wake(const Word& object, Literal one, Literal all, bool at_barrier) {
  if (one == kFalse && all == kFalse) return;
  std::vector<std::pair<ThreadIndex, Literal>> waiting;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_)
      if (const Literal waits = waits_on(t, object, at_barrier); waits != kFalse) waiting.push_back({t, waits});
  if (waiting.empty()) return;
  std::vector<Literal> chosen(waiting.size(), kTrue);
  if (one != kFalse) {
    unsigned width = 1;
    while ((size_t{1} << width) < waiting.size()) ++width;
    const Word choice = circuit::input_word(c_, "woken at " + place_name(thread_, node_), width);
    Literal some = kFalse, any = kFalse;
    for (size_t i = 0; i < waiting.size(); ++i) {
      chosen[i] = both(waiting[i].second, circuit::eq(c_, choice, i));
      some = either(some, chosen[i]);
      any = either(any, waiting[i].second);
    }
    constraints_.push_back(c_.implies(both(both(threads_[thread_].scheduled, guard_), both(one, any)), some));
  }
  auto& told = model_.woken[{thread_, node_}];
  for (size_t i = 0; i < waiting.size(); ++i) {
    const auto [t, waits] = waiting[i];
    const Literal woken = either(both(one, chosen[i]), both(all, waits));
    const VariableId status = threads_[t].status;
    write(status, select(woken, {circuit::constant_word(kWoken, 2)}, read(status)));
    told.push_back({t, waits, chosen[i]});
    if (at_barrier) continue;
    // If this thread does not hold the woken thread's mutex, the woken thread observes it without being ordered after
    // it.
    set_flag(observed_, either(flag(observed_), both(woken, circuit::negate(holds_mutex_of(t)))));
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
    const Word owner = load(hits_of(argument(1, 64).bits, abstract_argument(1), 40), words::kOwner, 32).bits;
    result = either(result, both(at(t, threads_[t].code_of[cut]), circuit::eq(c_, owner, me + 1)));
  }
  thread_ = me, node_ = node;
  return result;
}

// The thread has waited, at a cut: it takes the mutex again, or leaves the barrier. A wait with a time limit may end.
void Builder::resume(SyncOp op) {
  const Instr& in = instr();
  const Circuits::In domain(c_);
  ThreadState& state = threads_[thread_];
  const Literal here = guard_;
  const Word status = latched(state.status).bits;
  const Literal waiting = both(here, circuit::eq(c_, status, kWaiting));
  if (op == SyncOp::CondTimedWait) {
    guard_ = waiting;
    state.can_move = either(state.can_move, guard_);
    write(state.status, {circuit::constant_word(kWoken, 2)});
    set_flag(state.timed_out, kTrue);
    set_flag(observed_, kTrue);
    flow(node_);
    changes_.clear();
  } else {
    state.blocked.push_back({waiting, ThreadState::Blocked::On::Other, {}, {}});
  }
  guard_ = both(here, circuit::eq(c_, status, kWoken));
  state.can_move = either(state.can_move, guard_);
  write(state.status, {circuit::constant_word(kReady, 2)});
  if (op == SyncOp::BarrierWait) {
    set(in.dst, {circuit::constant_word(0, 32)});
    return flow(node_ + 1);
  }
  const vm::SyncLayout& layout = vm::layout_of(SyncOp::MutexLock);
  const std::vector<Hit> hits = locate(argument(1, 64), abstract_argument(1), layout.size, true);
  SyncView view;
  view.object = load_object(c_, sync::Kind::Mutex, [&](uint64_t offset) { return load(hits, offset, 32).bits; });
  view.me = Circuits::Word(thread_ + 1);
  view.timed_out = Circuits::Word::make(op == SyncOp::CondTimedWait ? flag(state.timed_out) : kFalse);
  const Applied applied(c_, op, Phase::Resumes, view);
  const Literal blocks = both(guard_, applied.blocks);
  state.disabled = either(state.disabled, blocks);
  if (blocks != kFalse) state.blocked.push_back({blocks, ThreadState::Blocked::On::Lock, view.object.owner.bits, {}});
  guard_ = both(guard_, circuit::negate(applied.blocks));
  end_if(applied.fails, BadKind::Memory, "wakes up to a mutex that was destroyed");
  store_object(c_, sync::Kind::Mutex, applied.object, false,
               [&](uint64_t offset, const Word& word) { store(hits, offset, {word}); });
  if (op == SyncOp::CondTimedWait) set_flag(state.timed_out, kFalse);
  set(in.dst, {applied.result.bits});
  flow(node_ + 1);
}

// ---- threads

void Builder::execute_create() {
  const Instr& in = instr();
  const Value where = argument(0, 64), entry = argument(1, 64);
  const std::vector<Hit> hits = locate(where, abstract_argument(0), 8, true);
  pend(hits, 8, true, in_section());
  end_if(entry.undefined, BadKind::Memory, "starts a thread at what is not a function");
  Literal rest = kTrue, full = kFalse;
  Word handle = circuit::constant_word(0, 64);
  auto& told = model_.created[{thread_, node_}];
  for (const auto& [object, offsets] : abstract_argument(1).pointers()) {
    if (values_.objects()[object].kind != MemoryObject::Kind::Function) continue;
    const ir::FunctionId function = values_.objects()[object].id;
    const Literal is_it = circuit::eq(c_, entry.bits, address_of(object));
    rest = both(rest, circuit::negate(is_it));
    Literal none_free = is_it;
    for (ThreadIndex t : values_.created(thread_, node_, function)) {
      const ThreadState& other = threads_[t];
      const Literal free = circuit::eq(c_, read(other.place).bits, kNotStarted), taken = both(none_free, free);
      none_free = both(none_free, circuit::negate(free));
      auto put = [&](VariableId id, const Value& value) { write(id, select(taken, value, read(id))); };
      put(other.place,
          {circuit::constant_word(other.code_of[0], static_cast<unsigned>(latched(other.place).bits.size()))});
      put(other.detached, {Word{argument(4, 1).bits[0]}});
      for (uint32_t i = 0; i < 2 && i < program_.functions[function].num_params; ++i)
        put(other.first_reg + i, argument(2 + i, 64));
      handle = circuit::ite(c_, taken, circuit::constant_word(address_of(values_.threads()[t].handle), 64), handle);
      told.push_back({t, taken});
    }
    full = either(full, none_free);
  }
  end_if(rest, BadKind::Memory, "starts a thread at what is not a function");
  end_if(full, BadKind::Bound, "more threads are created at one place than are modelled", true);
  store(hits, 0, {handle});
  set(in.dst, {circuit::constant_word(0, 32)});
  flow(node_ + 1);
}

void Builder::execute_join() {
  const Instr& in = instr();
  const Circuits::In domain(c_);
  const Value handle = argument(0, 64);
  end_if(handle.undefined, BadKind::Memory, "joins a thread handle that may be uninitialised");
  ThreadState& state = threads_[thread_];
  SyncView view;
  Literal any = kFalse;
  Value result{circuit::constant_word(0, 64)};
  std::vector<std::pair<ThreadIndex, Literal>> hits;
  std::vector<Literal> awaited(threads_.size(), kFalse);
  for (const auto& [object, offsets] : abstract_argument(0).pointers()) {
    if (values_.objects()[object].kind != MemoryObject::Kind::Handle) continue;
    const ThreadIndex t = values_.objects()[object].thread;
    const Literal hit = circuit::eq(c_, handle.bits, address_of(object));
    any = either(any, hit);
    hits.push_back({t, hit});
    awaited[t] = hit;
    SyncObject seen;
    seen.destroyed = Circuits::Word::make(flag(threads_[t].joined));
    seen.kind = Circuits::Word::make(flag(threads_[t].detached));
    seen.state = Circuits::Word::make(at(t, kEnded));  // sync::Life
    view.object = symbolic::select(hit, seen, view.object);
    result = select(hit, read(threads_[t].result), result);
  }
  end_if(circuit::negate(any), BadKind::Memory, "joins what is not a thread");
  const Applied applied(c_, SyncOp::ThreadJoin, Phase::Arrives, view);
  const Literal blocks = both(guard_, applied.blocks);
  state.disabled = either(state.disabled, blocks);
  if (blocks != kFalse) state.blocked.push_back({blocks, ThreadState::Blocked::On::Join, {}, awaited});
  guard_ = both(guard_, circuit::negate(applied.blocks));
  end_if(applied.fails, BadKind::Memory, applied.failure);
  for (const auto& [t, hit] : hits) set_flag(threads_[t].joined, either(hit, flag(threads_[t].joined)));
  set(in.dst, result);
  flow(node_ + 1);
}

void Builder::execute_detach() {
  const Instr& in = instr();
  const Circuits::In domain(c_);
  const Value handle = argument(0, 64);
  Literal any = kFalse, fails = kFalse;
  for (const auto& [object, offsets] : abstract_argument(0).pointers()) {
    if (values_.objects()[object].kind != MemoryObject::Kind::Handle) continue;
    const ThreadIndex t = values_.objects()[object].thread;
    const Literal hit = both(circuit::eq(c_, handle.bits, address_of(object)), circuit::negate(handle.undefined));
    any = either(any, hit);
    SyncView view;
    view.object.destroyed = Circuits::Word::make(flag(threads_[t].joined));
    view.object.kind = Circuits::Word::make(flag(threads_[t].detached));
    view.object.state = Circuits::Word::make(at(t, kEnded));
    const Applied applied(c_, SyncOp::ThreadDetach, Phase::Arrives, view);
    fails = either(fails, both(hit, applied.fails));
    const Literal changes = both(hit, circuit::negate(applied.fails));
    auto put = [&](VariableId id, const Circuits::Word& word) {
      set_flag(id, c_.ite(changes, circuit::any_bit(c_, word.bits), flag(id)));
    };
    put(threads_[t].detached, applied.object.kind);
    put(threads_[t].joined, applied.object.destroyed);
  }
  end_if(circuit::negate(any), BadKind::Memory, "detaches what is not a thread");
  end_if(fails, BadKind::Memory, "detaches a thread that has been joined already or was detached");
  set(in.dst, {circuit::constant_word(0, 32)});
  flow(node_ + 1);
}

void Builder::end_thread(const Value& result) {
  ThreadState& state = threads_[thread_];
  for (ObjectId id = 1; id < values_.objects().size(); ++id) {
    const MemoryObject& object = values_.objects()[id];
    if (object.thread != thread_) continue;
    if (object.kind == MemoryObject::Kind::ThreadLocal && shared_[id])
      return bound("the end of thread-local variables that other threads access (not modelled)");
    if (object.kind != MemoryObject::Kind::Local) continue;
    assume_guarded({{id, 0, flag(alive_variable(id))}}, 0, false);
    end_if(both(flag(alive_variable(id)), in_use(id)), BadKind::Memory,
           "ends the lifetime of a synchronisation object that is in use");
    set_flag(alive_variable(id), kFalse);
  }
  leave_section_if(in_section());
  write(state.depth, {circuit::constant_word(0, 8)});
  write(state.result, {fit(result.bits, 64), result.undefined});
  set_flag(state.joined, either(flag(state.joined), flag(state.detached)));
  arrive(kEnded);
}

// ---- atomic sections

void Builder::enter_section() {
  const VariableId depth = threads_[thread_].depth;
  const Word before = read(depth).bits;
  end_if(circuit::all_bits(c_, before), BadKind::Bound, "atomic sections nested very deeply");
  write(section_,
        {circuit::ite(c_, circuit::any_bit(c_, before), read(section_).bits, circuit::constant_word(thread_ + 1, 8))});
  write(depth, {circuit::add(c_, before, circuit::constant_word(1, 8))});
}

// If another thread has blocked inside an atomic section, that thread continues its section now.
void Builder::leave_section_if(Literal condition) {
  Word next = circuit::constant_word(0, 8);
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_)
      next =
          circuit::ite(c_, circuit::any_bit(c_, read(threads_[t].depth).bits), circuit::constant_word(t + 1, 8), next);
  write(section_, {circuit::ite(c_, condition, next, read(section_).bits)});
}

void Builder::leave_section() {
  const VariableId depth = threads_[thread_].depth;
  const Word before = read(depth).bits;
  end_if(circuit::eq(c_, before, 0), BadKind::Assertion, "ends an atomic section that it is not in");
  leave_section_if(circuit::eq(c_, before, 1));
  write(depth, {circuit::sub(c_, before, circuit::constant_word(1, 8))});
}

void Builder::execute_sync() {
  const auto op = static_cast<SyncOp>(instr().sub);
  if (op <= SyncOp::OnceEnd) return operate(op);
  switch (op) {
    case SyncOp::ThreadCreate:
      return execute_create();
    case SyncOp::ThreadJoin:
      return execute_join();
    case SyncOp::ThreadDetach:
      return execute_detach();
    case SyncOp::ThreadExit:
      return end_thread(argument(0, 64));
    case SyncOp::AtomicBegin:
      enter_section();
      return flow(node_ + 1);
    case SyncOp::AtomicEnd:
      leave_section();
      return flow(node_ + 1);
    default:  // Yield
      set(instr().dst, {circuit::constant_word(0, 32)});
      return flow(node_ + 1);
  }
}

}  // namespace mover::symbolic
