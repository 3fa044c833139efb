// Accesses to memory. An access becomes accesses to all places that the points-to analysis names, each under the guard
// that the address is equal to this place's. If the address is equal to none of them, the access fails: the address is
// null, dangling or out of bounds, or the analysis has missed it; the replay of the trace tells which.
#include <algorithm>

#include "symbolic/builder.h"
#include "symbolic/sync_words.h"
#include "vm/sync_layout.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::SyncOp;

VariableId Builder::byte_variable(ObjectId object, uint64_t offset) {
  std::vector<VariableId>& known = bytes_[object];
  const MemoryObject& memory = values_.objects()[object];
  if (known.empty()) known.assign(memory.size, 0);
  if (known[offset] == 0) {
    Variable variable;
    variable.name = memory.name + "#" + std::to_string(object) + "+" + std::to_string(offset);
    variable.width = 8;
    variable.initial = values_.initial(object, offset, 1);
    variable.may_be_undefined = may_hold_undefined_[object];
    variable.starts_undefined = memory.starts_undefined;
    known[offset] = add_variable(variable);
  }
  return known[offset];
}

VariableId Builder::alive_variable(ObjectId object) {
  if (alive_[object] == 0) {
    Variable variable;
    variable.name = "alive#" + std::to_string(object);
    variable.width = 1;
    alive_[object] = add_variable(variable);
  }
  return alive_[object];
}

Value Builder::byte(ObjectId object, uint64_t offset) {
  if (values_.objects()[object].is_constant) return {circuit::constant_word(values_.initial(object, offset, 1), 8)};
  return read(byte_variable(object, offset));
}

std::vector<Hit> Builder::hits_of(const Word& address, const AbstractValue& where, uint64_t bytes) const {
  std::vector<Hit> hits;
  auto& c = const_cast<circuit::Circuit&>(c_);
  for (const auto& [id, offsets] : where.pointers()) {
    const MemoryObject& object = values_.objects()[id];
    if (!object.is_memory() || bytes > object.size) continue;
    const auto last = static_cast<int64_t>(object.size - bytes);
    const auto stride = static_cast<int64_t>(offsets.stride);
    for (int64_t offset = offsets.first; offset <= last; offset += std::max<int64_t>(stride, 1)) {
      if (offset >= 0) {
        const Literal hit = circuit::eq(c, address, address_of(id, static_cast<uint64_t>(offset)));
        if (hit != kFalse) hits.push_back({id, static_cast<uint64_t>(offset), hit});
      }
      if (stride == 0 || hits.size() > values_.bounds().cells) break;
    }
  }
  return hits;
}

std::vector<Hit> Builder::locate(const Value& address, const AbstractValue& where, uint64_t bytes, bool write) {
  const std::string verb = write ? "writes" : "reads";
  end_if(address.undefined, BadKind::Memory, verb + " through a pointer that may be uninitialised");
  std::vector<Hit> hits = hits_of(address.bits, where, bytes);
  if (hits.size() > values_.bounds().cells) {
    bound("an access that may reach more than " + std::to_string(values_.bounds().cells) + " places in memory");
    return {};
  }
  Literal any = kFalse, gone = kFalse, constant = kFalse;
  for (const Hit& hit : hits) {
    const MemoryObject& object = values_.objects()[hit.object];
    any = either(any, hit.guard);
    if (object.may_end()) gone = either(gone, both(hit.guard, circuit::negate(flag(alive_variable(hit.object)))));
    if (write && object.is_constant) constant = either(constant, hit.guard);
    if (!object.is_constant && bytes <= 8)
      words_[{hit.object, hit.offset}] = std::max(words_[{hit.object, hit.offset}], static_cast<unsigned>(bytes));
  }
  end_if(circuit::negate(any), BadKind::Memory, verb + " through a null or invalid pointer, or out of bounds");
  end_if(gone, BadKind::Memory, verb + " memory that has been freed, or a local that has ended");
  end_if(constant, BadKind::Memory, "writes to constant memory");
  if (write)
    hits.erase(std::remove_if(hits.begin(), hits.end(),
                              [&](const Hit& hit) { return values_.objects()[hit.object].is_constant; }),
               hits.end());
  return hits;
}

Value Builder::load(const std::vector<Hit>& hits, uint64_t offset, unsigned width) {
  const unsigned bytes = (width + 7) / 8;
  std::optional<Value> result;
  for (const Hit& hit : hits) {
    Value word;
    for (unsigned i = 0; i < bytes; ++i) {
      const Value one = byte(hit.object, hit.offset + offset + i);
      word.bits.insert(word.bits.end(), one.bits.begin(), one.bits.end());
      word.undefined = either(word.undefined, one.undefined);
    }
    word.bits.resize(width);
    result = result ? select(hit.guard, word, *result) : word;
  }
  return result ? *result : Value{circuit::constant_word(0, width)};
}

void Builder::store(const std::vector<Hit>& hits, uint64_t offset, const Value& value, Literal condition) {
  const auto bytes = static_cast<unsigned>((value.bits.size() + 7) / 8);
  const Word padded = fit(value.bits, bytes * 8);
  for (const Hit& hit : hits) {
    const Literal when = both(condition, hits.size() == 1 ? kTrue : hit.guard);
    for (unsigned i = 0; i < bytes; ++i) {
      const VariableId id = byte_variable(hit.object, hit.offset + offset + i);
      const Value fresh{circuit::extract(padded, 8 * i, 8), value.undefined};
      write(id, when == kTrue ? fresh : select(when, fresh, read(id)));
    }
  }
}

Literal Builder::in_section() { return circuit::any_bit(c_, read(threads_[thread_].depth).bits); }

// The thread is parked before this access.
void Builder::pend(const std::vector<Hit>& hits, uint64_t bytes, bool write, Literal atomic) {
  assume_guarded(hits, bytes, false);
  if (at_cut_) add_pending(hits, bytes, write, atomic);
}

void Builder::add_pending(const std::vector<Hit>& hits, uint64_t bytes, bool write, Literal atomic) {
  PendingAccess access;
  access.guard = at(thread_, threads_[thread_].code_of[node_]);
  for (const Hit& hit : hits)
    if (shared_[hit.object]) access.hits.push_back(hit);
  access.bytes = bytes;
  access.write = write;
  access.atomic = atomic;
  if (!access.hits.empty()) threads_[thread_].pending.push_back(access);
}

// ---- the assumptions of transactions

// Whether thread t, which is another one, was joined, or does nothing before this thread creates it. That it has ended
// is not enough: its last accesses may be in one step with the action that let this thread go on, and yet come after
// accesses of this thread in an execution that the reduction leaves out.
Literal Builder::is_gone(ThreadIndex t) {
  const Word place = read(threads_[t].place).bits;
  const Literal joined = both(flag(threads_[t].joined), circuit::negate(flag(threads_[t].detached)));
  const ThreadIndex creator = values_.threads()[t].creator;
  const Literal by_me = creator == thread_ ? kTrue : creator == ir::kNone ? kFalse : is_gone(creator);
  return either(joined, both(circuit::eq(c_, place, kNotStarted), by_me));
}

Literal Builder::has_guard(const ByteGuard& guard, uint32_t users, bool by_sync) {
  using Kind = ByteGuard::Kind;
  if (guard.kind == Kind::None || (guard.kind == Kind::Sync && by_sync)) return kTrue;
  if (guard.kind == Kind::Thread && guard.owner == thread_) return kTrue;
  Literal result = kTrue;  // all others are gone
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_ && (users >> t & 1) != 0) result = both(result, is_gone(t));
  if (guard.kind != Kind::Lock) return result;
  if (guard.lock == kAtomicSection) return either(result, in_section());
  const Word owner = load({{guard.lock.first, guard.lock.second, kTrue}}, vm::sync_words::kOwner, 32).bits;
  return either(result, circuit::eq(c_, owner, thread_ + 1));
}

// An access that is not as the transactions assume ends the execution; the engine builds another circuit then.
void Builder::assume_guarded(const std::vector<Hit>& hits, uint64_t bytes, bool by_sync) {
  if (!transactions_ || threads_[thread_].alone[node_]) return;
  for (const Hit& hit : hits) {
    if (!shared_[hit.object]) continue;
    const uint64_t end = hit.offset + (bytes != 0 ? bytes : values_.objects()[hit.object].size);
    for (uint64_t first = hit.offset, next = first; first < end; first = next) {
      const ByteGuard& guard = transactions_->guard(hit.object, first);
      const uint32_t users = transactions_->users(hit.object, first);
      std::set<Byte> group;
      for (; next < end && transactions_->guard(hit.object, next) == guard &&
             transactions_->users(hit.object, next) == users;
           ++next)
        group.insert({hit.object, next});
      const Literal breaks = both(hit.guard, circuit::negate(has_guard(guard, users, by_sync)));
      if (both(guard_, breaks) == kFalse) continue;
      end_if(breaks, BadKind::Guard, "accesses memory without its guard");
      model_.endings.back().unguarded = group;
    }
  }
}

// A write to the bytes of a synchronisation object that is in use is an error. A write of other bytes than zeros may
// copy the state of another synchronisation object, which is not modelled.
void Builder::check_overwriting(const std::vector<Hit>& hits, uint64_t bytes, Literal nonzero) {
  constexpr uint64_t kLargest = 56;  // of a readers-writer lock
  for (const Hit& hit : hits) {
    if (!holds_sync_[hit.object]) continue;
    const Positions& positions = sync_positions(hit.object);
    const bool overlaps = std::any_of(positions.begin(), positions.end(), [&](const auto& position) {
      const bool is_word = position.second == sync::Kind::Spin || position.second == sync::Kind::Once;
      const bool is_mutex = position.second == sync::Kind::Mutex,
                 is_condition = position.second == sync::Kind::Condition;
      const uint64_t size = is_word ? 4 : is_mutex ? 40 : is_condition ? 48 : kLargest;
      return hit.offset < position.first + size && position.first < hit.offset + bytes;
    });
    if (!overlaps) continue;
    end_if(both(hit.guard, in_use(hit.object)), BadKind::Memory, "overwrites a synchronisation object that is in use");
    end_if(both(hit.guard, nonzero), BadKind::Bound,
           "writes into the bytes of a synchronisation object (not modelled)");
  }
}

void Builder::execute_load() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  const std::vector<Hit> hits = locate(operand(in.a, 64), abstract_operand(in.a), bytes, false);
  pend(hits, bytes, false, in.order != ir::Order::NotAtomic ? kTrue : in_section());
  set(in.dst, load(hits, 0, in.width));
}

void Builder::execute_store() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  const std::vector<Hit> hits = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  check_overwriting(hits, bytes, circuit::any_bit(c_, operand(in.b, in.width).bits));
  pend(hits, bytes, true, in.order != ir::Order::NotAtomic ? kTrue : in_section());
  store(hits, 0, operand(in.b, in.width));
}

void Builder::execute_copy() {
  const Instr& in = instr();
  const AbstractValue length = abstract_operand(in.c);
  if (length.has_any_number() || length.numbers().size() != 1)
    return bound("a copy of a number of bytes that is not constant (not modelled)");
  const uint64_t bytes = length.numbers()[0];
  end_if(circuit::negate(circuit::eq(c_, operand(in.c, 64).bits, bytes)), BadKind::Bound,
         "a copy of a number of bytes that is not constant (not modelled)");
  if (bytes == 0) return;
  const std::vector<Hit> from = locate(operand(in.b, 64), abstract_operand(in.b), bytes, false);
  const std::vector<Hit> to = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  const Literal atomic = in.order != ir::Order::NotAtomic ? kTrue : in_section();
  pend(from, bytes, false, atomic);
  pend(to, bytes, true, atomic);
  std::vector<Value> copied;
  Literal nonzero = kFalse;
  for (uint64_t i = 0; i < bytes; ++i) {
    copied.push_back(load(from, i, 8));
    nonzero = either(nonzero, circuit::any_bit(c_, copied.back().bits));
  }
  check_overwriting(to, bytes, nonzero);
  for (uint64_t i = 0; i < bytes; ++i) store(to, i, copied[i]);
}

void Builder::execute_fill() {
  const Instr& in = instr();
  const AbstractValue length = abstract_operand(in.c);
  if (length.has_any_number() || length.numbers().size() != 1)
    return bound("a fill of a number of bytes that is not constant (not modelled)");
  const uint64_t bytes = length.numbers()[0];
  end_if(circuit::negate(circuit::eq(c_, operand(in.c, 64).bits, bytes)), BadKind::Bound,
         "a fill of a number of bytes that is not constant (not modelled)");
  if (bytes == 0) return;
  const std::vector<Hit> to = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  check_overwriting(to, bytes, circuit::any_bit(c_, operand(in.b, 8).bits));
  pend(to, bytes, true, in.order != ir::Order::NotAtomic ? kTrue : in_section());
  for (uint64_t i = 0; i < bytes; ++i) store(to, i, operand(in.b, 8));
}

void Builder::execute_rmw() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  const std::vector<Hit> hits = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  check_overwriting(hits, bytes, kTrue);
  pend(hits, bytes, true, kTrue);
  const Value old = load(hits, 0, in.width), with = operand(in.b, in.width);
  Value fresh{{}, either(old.undefined, with.undefined)};
  switch (static_cast<ir::RmwOp>(in.sub)) {
    case ir::RmwOp::Xchg:
      fresh = with;
      break;
    case ir::RmwOp::Add:
      fresh.bits = circuit::add(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::Sub:
      fresh.bits = circuit::sub(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::And:
      fresh.bits = circuit::bit_and(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::Nand:
      fresh.bits = circuit::bit_not(circuit::bit_and(c_, old.bits, with.bits));
      break;
    case ir::RmwOp::Or:
      fresh.bits = circuit::bit_or(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::Xor:
      fresh.bits = circuit::bit_xor(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::Max:
      fresh.bits = circuit::ite(c_, circuit::sgt(c_, old.bits, with.bits), old.bits, with.bits);
      break;
    case ir::RmwOp::Min:
      fresh.bits = circuit::ite(c_, circuit::slt(c_, old.bits, with.bits), old.bits, with.bits);
      break;
    case ir::RmwOp::UMax:
      fresh.bits = circuit::ite(c_, circuit::ugt(c_, old.bits, with.bits), old.bits, with.bits);
      break;
    case ir::RmwOp::UMin:
      fresh.bits = circuit::ite(c_, circuit::ult(c_, old.bits, with.bits), old.bits, with.bits);
      break;
    default:
      return bound("arithmetic with floating-point numbers (not modelled)");
  }
  store(hits, 0, fresh);
  set(in.dst, old);
}

void Builder::execute_exchange() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  const std::vector<Hit> hits = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  const Value old = load(hits, 0, in.width), expected = operand(in.b, in.width), desired = operand(in.c, in.width);
  end_if(either(old.undefined, expected.undefined), BadKind::Memory,
         "compares a value that may be uninitialised in a compare-and-swap");
  AbstractValue held;
  if (in.width == 64) {
    held = values_.reg(thread_, values_.threads()[thread_].context(node_).first_reg + static_cast<uint32_t>(in.dst));
    check_comparison(held, old.bits, abstract_operand(in.b), expected.bits);
  }
  const Literal equal = circuit::eq(c_, old.bits, expected.bits);
  check_overwriting(hits, bytes, kTrue);
  pend(hits, bytes, true, kTrue);  // if it fails, it only reads: the interpreter checks whether it races
  store(hits, 0, desired, equal);
  set(in.dst, old);
  set(in.dst + 1, {Word{equal}});
}

// ---- objects that begin and end

// Whether the address of a local may still be somewhere once its function has returned.
bool Builder::escapes(ObjectId id) const {
  if (escapes_[id]) return *escapes_[id];
  const MemoryObject& object = values_.objects()[id];
  const ThreadCode& code = values_.threads()[object.thread];
  const ContextId home = code.context_of[object.node];
  auto is_inside = [&](ContextId context) {
    while (context != ir::kNone && context != home) context = code.contexts[context].parent;
    return context == home;
  };
  auto found = [&] {
    for (ObjectId holder = 1; holder < values_.objects().size(); ++holder) {
      const MemoryObject& memory = values_.objects()[holder];
      if (!memory.is_memory() || !values_.may_hold_address_of(holder, id)) continue;
      if (memory.kind != MemoryObject::Kind::Local || memory.thread != object.thread ||
          !is_inside(code.context_of[memory.node]))
        return true;
    }
    for (ThreadIndex t = 0; t < values_.threads().size(); ++t)
      for (ContextId context = 0; context < values_.threads()[t].contexts.size(); ++context) {
        if (t == object.thread && is_inside(context)) continue;
        const Context& frame = values_.threads()[t].contexts[context];
        for (uint32_t reg = 0; reg < program_.functions[frame.function].num_regs; ++reg)
          for (const auto& [target, offsets] : values_.reg(t, frame.first_reg + reg).pointers())
            if (target == id) return true;
      }
    return false;
  };
  escapes_[id] = found();
  return *escapes_[id];
}

bool Builder::address_is_kept(ObjectId id) const {
  const MemoryObject& object = values_.objects()[id];
  for (ObjectId holder = 1; holder < values_.objects().size(); ++holder)
    if (values_.objects()[holder].is_memory() && values_.may_hold_address_of(holder, id)) return true;
  const ThreadCode& code = values_.threads()[object.thread];
  const Context& home = code.contexts[code.context_of[node_]];
  const Instr& in = values_.instr(thread_, node_);
  const ir::Operand declared = values_.function(thread_, node_).args[in.first_arg];
  for (uint32_t reg = 0; reg < code.num_regs; ++reg) {
    const bool is_own = reg == home.first_reg + static_cast<uint32_t>(std::max(declared, 0)) ||
                        (in.dst >= 0 && reg == home.first_reg + static_cast<uint32_t>(in.dst));
    if (is_own || !is_live(thread_, node_, reg)) continue;
    for (const auto& [target, offsets] : values_.reg(thread_, reg).pointers())
      if (target == id) return true;
  }
  return false;
}

void Builder::make_fresh(ObjectId id, Literal condition, bool zeroed) {
  const MemoryObject& object = values_.objects()[id];
  for (uint64_t i = 0; i < object.size; ++i) {
    const VariableId variable = byte_variable(id, i);
    const Value fresh{circuit::constant_word(0, 8), zeroed || !may_hold_undefined_[id] ? kFalse : kTrue};
    write(variable, select(condition, fresh, read(variable)));
  }
  set_flag(alive_variable(id), either(condition, flag(alive_variable(id))));
}

void Builder::execute_allocation(bool zeroed) {
  const Instr& in = instr();
  const bool is_local = in.op == Op::Alloca;
  const AbstractValue size = is_local ? abstract_operand(in.a) : abstract_argument(0);
  const Value bytes = is_local ? operand(in.a, 64) : argument(0, 64);
  const std::vector<ObjectId> blocks = values_.blocks(thread_, node_);
  if (blocks.empty() || size.numbers().size() != 1)
    return bound("an allocation of a number of bytes that is not constant (not modelled)");
  if (!is_local && setting_.malloc_may_fail) return bound("--malloc-may-fail (not modelled)");
  if (!is_local && in.num_args > 1) {
    const AbstractValue alignment = abstract_argument(1);
    if (!alignment.pointers().empty()) return bound("realloc (not modelled)");
  }
  end_if(either(bytes.undefined, circuit::negate(circuit::eq(c_, bytes.bits, size.numbers()[0]))), BadKind::Bound,
         "an allocation of a number of bytes that is not constant (not modelled)");
  auto allocated = [&](ObjectId id) {
    if (allocated_[id] == 0) {
      Variable variable;
      variable.name = "allocated#" + std::to_string(id);
      variable.width = 1;
      allocated_[id] = add_variable(variable);
    }
    return allocated_[id];
  };
  if (is_local) {
    const ObjectId id = blocks[0];
    if (values_.repeats(thread_, node_)) {
      if (escapes(id)) {
        end_if(flag(allocated(id)), BadKind::Bound, "a local begins again while its old address may still be used");
        set_flag(allocated(id), kTrue);
      }
      make_fresh(id, kTrue, false);
    }
    set_flag(alive_variable(id), kTrue);
    return set(in.dst, {circuit::constant_word(address_of(id), 64)});
  }
  Literal rest = kTrue;  // none of the blocks before this one is free
  Word address = circuit::constant_word(0, 64);
  for (ObjectId id : blocks) {
    const Literal taken = both(rest, circuit::negate(flag(allocated(id))));
    rest = both(rest, flag(allocated(id)));
    set_flag(alive_variable(id), either(taken, flag(alive_variable(id))));
    set_flag(allocated(id), either(taken, flag(allocated(id))));
    address = circuit::ite(c_, taken, circuit::constant_word(address_of(id), 64), address);
  }
  end_if(rest, BadKind::Bound,
         "more than " + std::to_string(blocks.size()) + " blocks of the heap allocated at one place", true);
  set(in.dst, {address});
}

void Builder::execute_free() {
  const Value pointer = argument(0, 64);
  end_if(pointer.undefined, BadKind::Memory, "frees a pointer that may be uninitialised");
  const Literal null = circuit::eq(c_, pointer.bits, 0);
  Literal any = null, ended = kFalse, used = kFalse;
  std::vector<Hit> hits;
  for (const auto& [id, offsets] : abstract_argument(0).pointers()) {
    if (values_.objects()[id].kind != MemoryObject::Kind::Heap) continue;
    const Literal hit = circuit::eq(c_, pointer.bits, address_of(id));
    any = either(any, hit);
    ended = either(ended, both(hit, circuit::negate(flag(alive_variable(id)))));
    used = either(used, both(hit, in_use(id)));
    hits.push_back({id, 0, hit});
  }
  end_if(circuit::negate(any), BadKind::Memory, "frees what is not a block of the heap");
  end_if(ended, BadKind::Memory, "frees memory a second time");
  end_if(used, BadKind::Memory, "frees memory with a synchronisation object in it that is in use");
  pend(hits, 0, true, kFalse);
  for (const Hit& hit : hits) {
    const VariableId alive = alive_variable(hit.object);
    set_flag(alive, both(flag(alive), circuit::negate(hit.guard)));
  }
}

void Builder::execute_scope(bool ends) {
  const Instr& in = instr();
  const Value address = argument(0, 64);
  for (const auto& [id, offsets] : abstract_argument(0).pointers()) {
    const MemoryObject& object = values_.objects()[id];
    if (object.kind != MemoryObject::Kind::Local) continue;
    const Literal hit = circuit::eq(c_, address.bits, address_of(id));
    const VariableId alive = alive_variable(id);
    if (ends) {
      assume_guarded({{id, 0, hit}}, 0, false);
      end_if(both(hit, in_use(id)), BadKind::Memory, "ends the lifetime of a synchronisation object that is in use");
      set_flag(alive, both(flag(alive), circuit::negate(hit)));
    } else if (values_.repeats(thread_, node_)) {
      const Literal begins = both(hit, circuit::negate(flag(alive)));
      if (escapes(id) || address_is_kept(id))
        end_if(begins, BadKind::Bound, "a local begins again while its old address may still be used");
      make_fresh(id, begins, false);
    }
  }
  if (!ends) set(in.dst, address);
}

void Builder::end_of_locals(ContextId context) {
  const ThreadCode& code = values_.threads()[thread_];
  // Where the process ends, a lock that it has left locked harms no thread.
  const bool ends_process = thread_ == 0 && code.contexts[context].depth == 1;
  for (ObjectId id = 1; id < values_.objects().size(); ++id) {
    const MemoryObject& object = values_.objects()[id];
    if (object.kind != MemoryObject::Kind::Local || object.thread != thread_) continue;
    if (code.context_of[object.node] != context) continue;
    assume_guarded({{id, 0, flag(alive_variable(id))}}, 0, false);
    if (!ends_process)
      end_if(both(flag(alive_variable(id)), in_use(id)), BadKind::Memory,
             "ends the lifetime of a synchronisation object that is in use");
    set_flag(alive_variable(id), kFalse);
  }
}

}  // namespace mover::symbolic
