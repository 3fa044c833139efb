// The synchronisation objects in memory: their positions, and the threads that hold them or wait for them.
#include <algorithm>
#include <cerrno>

#include "ir/shape.h"
#include "symbolic/builder.h"
#include "symbolic/sync_words.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::SyncOp;
namespace words = vm::sync_words;

// Whether thread t waits (kWaiting) inside an operation on objects of this kind, such as pthread_cond_wait, and
// argument `index` of the operation, counted from 0, is `address`. A thread that is blocked before a lock does not
// count. `woken_too`: a thread that was woken and has not yet continued counts as well.
Literal Builder::waits_at(ThreadIndex t, sync::Kind kind, uint32_t index, const Word& address, bool woken_too) {
  const ThreadIndex thread = std::exchange(thread_, t);
  const NodeId node = node_;
  Changes changes = std::exchange(changes_, {});
  const Word status = latched(threads_[t].status).bits;
  Literal waits = circuit::eq(c_, status, kWaiting);
  if (woken_too) waits = either(waits, circuit::eq(c_, status, kWoken));
  Literal result = kFalse;
  for (NodeId cut : threads_[t].cuts) {
    const Instr& in = values_.instr(t, cut);
    if (in.op != Op::Sync || !may_wait_inside(static_cast<SyncOp>(in.sub))) continue;
    if (sync::kind_of(static_cast<SyncOp>(in.sub)) != kind) continue;
    node_ = cut;
    const Literal here = both(at(t, threads_[t].code_of[cut]), circuit::eq(c_, argument(index, 64).bits, address));
    result = either(result, both(waits, here));
  }
  thread_ = thread, node_ = node, changes_ = std::move(changes);
  return result;
}

// Whether thread t waits inside an operation on that object. It never does for mutexes, spin locks and semaphores.
Literal Builder::waits_on(ThreadIndex t, const Word& object, sync::Kind kind) {
  return waits_at(t, kind, 0, object, false);
}

// Whether thread t waits on a condition with that mutex.
Literal Builder::waits_with(ThreadIndex t, const Word& mutex, bool woken_too) {
  return waits_at(t, sync::Kind::Condition, 1, mutex, woken_too);
}

// The state variable that counts how often thread t holds a readers-writer lock as a reader.
VariableId Builder::reads_of(ThreadIndex t, ObjectId object, uint64_t offset) {
  VariableId& known = reads_[{t, object, offset}];
  if (known == 0) {
    Variable variable;
    variable.name = "T" + std::to_string(t) + ".reads " + values_.objects()[object].name + "+" + std::to_string(offset);
    variable.width = kReadsWidth;
    variable.role = circuit::NamedWord::Role::Control;
    known = add_variable(variable);
  }
  return known;
}

Literal Builder::reads(ThreadIndex t, const std::vector<Target>& targets) {
  Literal result = kFalse;
  for (const Target& target : targets)
    result =
        either(result, both(target.guard, circuit::any_bit(c_, read(reads_of(t, target.object, target.offset)).bits)));
  return result;
}

void Builder::change_reads(const std::vector<Target>& targets, Literal more, Literal fewer) {
  for (const Target& target : targets) {
    const VariableId id = reads_of(thread_, target.object, target.offset);
    const Word now = read(id).bits, one = circuit::constant_word(1, kReadsWidth);
    const Literal adds = both(target.guard, more);
    end_if(both(adds, circuit::all_bits(c_, now)), BadKind::Bound,
           "one thread acquires a readers-writer lock for reading very often");
    write(id, {circuit::ite(c_, adds, circuit::add(c_, now, one),
                            circuit::ite(c_, both(target.guard, fewer), circuit::sub(c_, now, one), now))});
  }
}

// Whether a thread holds a lock in the memory object, or waits for a synchronisation object in it.
Literal Builder::in_use(ObjectId id) {
  if (!holds_sync_[id]) return kFalse;
  Literal result = kFalse;
  for (const auto& [offset, kind] : sync_positions(id)) result = either(result, in_use_at(id, offset, kind));
  return result;
}

Literal Builder::in_use_at(ObjectId id, uint64_t offset, sync::Kind kind) {
  Literal result = kFalse;
  if (offset + 4 > values_.objects()[id].size) return result;
  const std::vector<Target> here{{id, offset, kTrue}};
  if (sync::is_lock(kind)) {
    const Value owner = load(here, words::kOwner, 32);
    Literal held = both(circuit::any_bit(c_, owner.bits), circuit::negate(owner.undefined));
    held = both(held, circuit::negate(is_copy_of_used(kind, here)));
    result = either(result,
                    kind == sync::Kind::Spin ? both(held, circuit::negate(circuit::all_bits(c_, owner.bits))) : held);
  }
  if (kind == sync::Kind::Once)
    result = either(result, circuit::eq(c_, load(here, words::kOwner, 32).bits, sync::kRunning));
  const Word address = circuit::constant_word(address_of(id, offset), 64);
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    if (kind == sync::Kind::Mutex) result = either(result, waits_with(t, address, true));
    if (kind == sync::Kind::RwLock) result = either(result, reads(t, here));
    result = either(result, waits_on(t, address, kind));
    result = either(result, leaves(t, address, kind, here));
  }
  return result;
}

// Whether thread t was woken from the condition variable or barrier, and has not yet returned from the wait. If the
// object was destroyed meanwhile, the thread has left it, because destroying an object waits for such threads.
Literal Builder::leaves(ThreadIndex t, const Word& address, sync::Kind kind, const std::vector<Target>& targets) {
  if (kind != sync::Kind::Condition && kind != sync::Kind::Barrier) return kFalse;
  const Literal inside = waits_at(t, kind, 0, address, true);
  if (inside == kFalse) return kFalse;
  const uint64_t word = kind == sync::Kind::Condition ? words::kConditionDestroyed : words::kDestroyed;
  for (const Target& target : targets)
    if (target.offset + word + 4 > values_.objects()[target.object].size) return inside;
  return both(inside, circuit::negate(circuit::any_bit(c_, load(targets, word, 32).bits)));
}

// ---- Copies of synchronisation objects. The bytes of an object show that threads hold it or wait for it. Ordinary
// writes, such as memcpy of an object in use, may put such bytes where no thread uses an object. So the state has a
// flag for every mutex, readers-writer lock and barrier that ordinary writes may reach. The flag is set if the bytes
// show that the object is in use, and no thread uses it. (A copy of a condition variable is marked in its own bytes:
// mark_copied_conditions.) To use an object whose flag is set is an error, as in the interpreter (Vm::is_copy_of_used).

// Finds the memory objects that contain synchronisation objects and may be written as ordinary memory.
void Builder::find_overwritten_objects() {
  overwritten_.assign(values_.objects().size(), false);
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    const ThreadCode& code = values_.threads()[t];
    for (NodeId node = 0; node < code.num_nodes(); ++node) {
      const Instr& in = values_.instr(t, node);
      const bool is_plain = in.op == Op::Store || in.op == Op::MemSet;
      if (!values_.reached(t, node) || !(is_plain || in.op == Op::MemCpy || ir::may_be_atomic(in.op))) continue;
      if (in.op == Op::Load || in.op == Op::Fence) continue;
      if (is_plain && in.width <= 64 && values_.operand(t, node, in.b).must_be_zero()) continue;
      for (const auto& [object, offsets] : values_.operand(t, node, in.a).pointers())
        overwritten_[object] = overwritten_[object] || holds_sync_[object];
    }
  }
  for (ObjectId id = 1; id < overwritten_.size(); ++id)  // a parameter that is passed by value is a copy
    if (values_.objects()[id].name.starts_with("parameter of ") || values_.objects()[id].name.starts_with("variadic"))
      overwritten_[id] = holds_sync_[id];
}

// The offsets of the words that show that an object is in use: at least one of them is not zero then. Empty for kinds
// of objects that have no flag.
static std::vector<uint64_t> words_in_use(sync::Kind kind) {
  switch (kind) {
    case sync::Kind::Mutex:
      return {words::kOwner};
    case sync::Kind::RwLock:
      return {words::kOwner, words::kReaders};
    case sync::Kind::Barrier:
      return {words::kArrived};
    default:
      return {};
  }
}

VariableId Builder::copied_variable(ObjectId object, uint64_t offset) {
  VariableId& known = copied_[{object, offset}];
  if (known == 0) {
    Variable variable;
    variable.name = "copied#" + std::to_string(object) + "+" + std::to_string(offset);
    variable.width = 1;
    known = add_variable(variable);
  }
  return known;
}

Literal Builder::is_copy_of_used(sync::Kind kind, const std::vector<Target>& targets) {
  Literal result = kFalse;
  for (const Target& target : targets) {
    if (!overwritten_[target.object]) continue;
    if (kind == sync::Kind::Condition)
      result = either(
          result,
          both(target.guard,
               circuit::any_bit(c_, load({{target.object, target.offset, kTrue}}, words::kConditionCopied, 32).bits)));
    if (!words_in_use(kind).empty())
      result = either(result, both(target.guard, flag(copied_variable(target.object, target.offset))));
  }
  return result;
}

// Updates the flags after the bytes have been written as ordinary memory.
void Builder::note_overwriting(const std::vector<Target>& targets, uint64_t bytes) {
  for (const Target& target : targets) {
    if (!overwritten_[target.object]) continue;
    for (const auto& [offset, kind] : sync_positions(target.object)) {
      if (target.offset >= offset + sync::size_of(kind) || offset >= target.offset + bytes) continue;
      Literal says = kFalse;
      for (uint64_t word : words_in_use(kind))
        says = either(says, circuit::any_bit(c_, load({{target.object, offset, kTrue}}, word, 32).bits));
      if (words_in_use(kind).empty()) continue;
      const VariableId id = copied_variable(target.object, offset);
      set_flag(id, c_.ite(target.guard, says, flag(id)));
    }
  }
}

// If `made` holds, the objects have been initialised, and their flags are cleared.
void Builder::note_initialising(sync::Kind kind, const std::vector<Target>& targets, Literal made) {
  if (words_in_use(kind).empty()) return;
  for (const Target& target : targets) {
    if (!overwritten_[target.object]) continue;
    const VariableId id = copied_variable(target.object, target.offset);
    set_flag(id, both(flag(id), circuit::negate(both(target.guard, made))));
  }
}

// The bytes of a condition variable do not show whether threads wait on it. So if threads wait on the original, its
// copy is marked. REQUIRES: the bytes have been copied.
void Builder::mark_copied_conditions(const std::vector<Target>& to, const std::vector<Target>& from, uint64_t bytes) {
  for (const Target& target : from) {
    if (!holds_sync_[target.object]) continue;
    for (const auto& [offset, kind] : sync_positions(target.object)) {
      if (kind != sync::Kind::Condition || offset < target.offset || offset >= target.offset + bytes) continue;
      const Word address = circuit::constant_word(address_of(target.object, offset), 64);
      const Literal waited_on = both(target.guard, any_waits_on(address, kind));
      if (waited_on != kFalse)
        store(to, offset - target.offset + words::kConditionCopied, {circuit::constant_word(1, 8)}, waited_on);
    }
  }
}

// If the ending thread holds a robust mutex, marks the mutex as abandoned, so that its next owner gets EOWNERDEAD. If
// there are several such mutexes, the interpreter unlocks them in the order in which they were locked. The state of the
// circuit does not contain this order, so executions end there.
void Builder::abandon_robust_mutex() {
  const Circuits::Scope scope(c_);
  Literal any = kFalse, several = kFalse;
  Word found = circuit::constant_word(0, 64);
  for (const auto& [id, offsets] : values_.reg_of(thread_, node_, instr().dst).pointers())
    for (const auto& [offset, kind] : sync_positions(id)) {
      if (kind != sync::Kind::Mutex) continue;
      const std::vector<Target> here{{id, offset, kTrue}};
      const SyncObject mutex = load_object(c_, kind, [&](uint64_t at) { return load(here, at, 32).bits; });
      Literal held = both(mutex.robust.bits[0], circuit::eq(c_, mutex.owner.bits, thread_ + 1));
      if (values_.objects()[id].may_end()) held = both(held, flag(alive_variable(id)));
      several = either(several, both(any, held));
      any = either(any, held);
      found = circuit::ite(c_, held, circuit::constant_word(address_of(id, offset), 64), found);
      store(here, words::kDepth, {circuit::constant_word(1, 32)}, held);
      store(here, words::kRobustState, {circuit::constant_word(sync::kAbandoned, 32)}, held);
    }
  end_if(several, BadKind::Bound, "a thread ends while it holds several robust mutexes");
  set(instr().dst, {found});
}

void Builder::make_consistent() {
  const Circuits::Scope scope(c_);
  const std::vector<Target> targets =
      locate(argument(0, 64), abstract_argument(0), sync::size_of(sync::Kind::Mutex), true);
  const SyncObject mutex =
      load_object(c_, sync::Kind::Mutex, [&](uint64_t offset) { return load(targets, offset, 32).bits; });
  const Literal can_be = both(both(mutex.robust.bits[0], circuit::eq(c_, mutex.owner.bits, thread_ + 1)),
                              circuit::eq(c_, mutex.state.bits, sync::kInconsistent));
  store(targets, words::kRobustState, {circuit::constant_word(sync::kConsistent, 32)}, can_be);
  set(instr().dst, {circuit::ite(c_, can_be, circuit::constant_word(0, 64), circuit::constant_word(EINVAL, 64))});
}

// The offsets and kinds of the synchronisation objects in the memory object: the addresses that, by the value analysis,
// a reachable operation may have as its object, or as the mutex of a wait.
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
          if (object != id || values_.objects()[id].size < 4) continue;
          for (uint64_t at : offsets.within(values_.objects()[id].size - 3, UINT64_MAX)) result.insert({at, kind});
        }
      };
      add(values_.argument(t, node, 0), sync::kind_of(op));
      if (op == SyncOp::CondWait || op == SyncOp::CondTimedWait) add(values_.argument(t, node, 1), sync::Kind::Mutex);
    }
  return result;
}

}  // namespace mover::symbolic
