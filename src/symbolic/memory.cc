// Accesses to memory. The points-to analysis gives the possible targets of an access, and the circuit accesses each of
// them under the guard that the address is that of the target. If the address is that of no target, the access fails.
// Then the address is null, dangling or out of bounds, or the analysis has missed it. The replay on the interpreter
// decides which.
#include <algorithm>

#include "symbolic/builder.h"
#include "symbolic/sync_words.h"

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

// The flag of an object. Its variable is created, and stored in `known`, when it is first needed.
VariableId Builder::flag_variable(std::vector<VariableId>& known, const char* name, ObjectId object) {
  if (known[object] == 0) {
    Variable variable;
    variable.name = name + ("#" + std::to_string(object));
    variable.width = 1;
    known[object] = add_variable(variable);
  }
  return known[object];
}

// A thread-local variable is alive until its thread ends. Its address does not exist before its thread has started.
VariableId Builder::alive_variable(ObjectId object) {
  const VariableId id = flag_variable(alive_, "alive", object);
  if (values_.objects()[object].kind == MemoryObject::Kind::ThreadLocal) variables_[id].initial = 1;
  return id;
}

Value Builder::byte(ObjectId object, uint64_t offset) {
  if (values_.objects()[object].is_constant) return {circuit::constant_word(values_.initial(object, offset, 1), 8)};
  return read(byte_variable(object, offset));
}

std::vector<Target> Builder::targets_of(const Word& address, const AbstractValue& where, uint64_t bytes) const {
  std::vector<Target> targets;
  auto& c = const_cast<circuit::Circuit&>(c_);
  for (const auto& [id, offsets] : where.pointers()) {
    const MemoryObject& object = values_.objects()[id];
    if (!object.is_memory() || bytes > object.size) continue;
    for (uint64_t offset : offsets.within(object.size - bytes + 1, values_.bounds().cells + 1)) {
      const Literal is_it = circuit::eq(c, address, address_of(id, offset));
      if (is_it != kFalse) targets.push_back({id, offset, is_it});
      if (targets.size() > values_.bounds().cells) break;
    }
  }
  return targets;
}

// If `survived` is given, it is set to the literal that the access fails, but does not end the execution in reality: it
// is out of bounds, or its object has ended.
std::vector<Target> Builder::locate(const Value& address, const AbstractValue& where, uint64_t bytes, bool write,
                                    Literal* survived) {
  const std::string verb = write ? "writes" : "reads";
  end_if(address.undefined, BadKind::Memory, verb + " through a pointer that may be uninitialised");
  std::vector<Target> targets = targets_of(address.bits, where, bytes);
  if (targets.size() > values_.bounds().cells) {
    bound("an access that may reach more than " + std::to_string(values_.bounds().cells) + " locations in memory");
    return {};
  }
  Literal any = kFalse, ended = kFalse, constant = kFalse, beyond = kFalse;
  for (const Target& target : targets) {
    const MemoryObject& object = values_.objects()[target.object];
    any = either(any, target.guard);
    if (object.may_end() && !(object.kind == MemoryObject::Kind::ThreadLocal && object.thread == thread_))
      ended = either(ended, both(target.guard, circuit::negate(flag(alive_variable(target.object)))));
    if (object.has_variable_size)
      beyond =
          either(beyond, both(target.guard, circuit::ult(c_, size_of(target.object),
                                                         circuit::constant_word(target.offset + bytes, kSizeWidth))));
    if (write && object.is_constant) constant = either(constant, target.guard);
    if (!object.is_constant && bytes <= 8)
      words_[{target.object, target.offset}] =
          std::max(words_[{target.object, target.offset}], static_cast<unsigned>(bytes));
  }
  if (survived != nullptr) {
    const Literal null = circuit::negate(circuit::any_bit(c_, circuit::extract(address.bits, 12, 52)));
    *survived = either(both(circuit::negate(any), circuit::negate(null)), either(ended, beyond));
    any = either(any, *survived);
    ended = beyond = kFalse;
  }
  end_if(circuit::negate(any), BadKind::Memory, verb + " through a null or invalid pointer, or out of bounds");
  end_if(ended, BadKind::Memory, verb + " memory that has been freed, or a local that has ended");
  end_if(beyond, BadKind::Memory, verb + " out of bounds");
  end_if(constant, BadKind::Memory, "writes to constant memory");
  if (write)
    targets.erase(std::remove_if(targets.begin(), targets.end(),
                                 [&](const Target& target) { return values_.objects()[target.object].is_constant; }),
                  targets.end());
  return targets;
}

Value Builder::load(const std::vector<Target>& targets, uint64_t offset, unsigned width) {
  const unsigned bytes = (width + 7) / 8;
  std::optional<Value> result;
  for (const Target& target : targets) {
    Word bits, undefined;
    for (unsigned i = 0; i < bytes; ++i) {
      const Value one = byte(target.object, target.offset + offset + i);
      const Word one_undefined = undefined_bits(one, 8);
      bits.insert(bits.end(), one.bits.begin(), one.bits.end());
      undefined.insert(undefined.end(), one_undefined.begin(), one_undefined.end());
    }
    bits.resize(width);
    undefined.resize(width);
    const Value word = partly_undefined(std::move(bits), std::move(undefined));
    result = result ? select(target.guard, word, *result) : word;
  }
  return result ? *result : Value{circuit::constant_word(0, width)};
}

void Builder::store(const std::vector<Target>& targets, uint64_t offset, const Value& value, Literal condition) {
  const auto bytes = static_cast<unsigned>((value.bits.size() + 7) / 8);
  const Value padded = resized(value, bytes * 8);
  for (const Target& target : targets) {
    const Literal when = both(condition, targets.size() == 1 ? kTrue : target.guard);
    for (unsigned i = 0; i < bytes; ++i) {
      const VariableId id = byte_variable(target.object, target.offset + offset + i);
      const Value fresh = part(padded, 8 * i, 8);
      write(id, when == kTrue ? fresh : select(when, fresh, read(id)));
    }
  }
}

Literal Builder::in_section() {
  return has_sections_ ? circuit::any_bit(c_, read(threads_[thread_].depth).bits) : kFalse;
}

// Other threads observe an access in an atomic section only after the whole section. But an atomic read
// synchronises-with the write that it reads, so only the actions of the section before this write happen-before the
// read. So if a section accesses shared memory a second time, a thread may observe an action that does not
// happen-before its own step (see Vm::step_in_section()).
void Builder::note_observation_in_section() {
  if (!has_sections_ || threads_[thread_].single_threaded[node_]) return;
  const VariableId accessed = section_accessed_[thread_];
  set_flag(unordered_observation_, either(flag(unordered_observation_), both(in_section(), flag(accessed))));
  set_flag(accessed, in_section());
}

// Registers an access to shared memory: checks its guard and, if the step begins with it, makes it a pending access,
// which may race.
void Builder::register_access(const std::vector<Target>& targets, uint64_t bytes, bool write, Literal atomic) {
  assume_guarded(targets, bytes, false);
  if (std::any_of(targets.begin(), targets.end(), [&](const Target& target) { return shared_[target.object]; }))
    note_observation_in_section();
  if (at_cut_) add_pending_access(targets, bytes, write, atomic);
}

void Builder::add_pending_access(const std::vector<Target>& targets, uint64_t bytes, bool write, Literal atomic) {
  PendingAccess access;
  access.guard = at(thread_, threads_[thread_].code_of[node_]);
  for (const Target& target : targets)
    if (shared_[target.object]) access.targets.push_back(target);
  access.bytes = bytes;
  access.write = write;
  access.atomic = atomic;
  if (!access.targets.empty()) threads_[thread_].pending.push_back(access);
}

// A write to the bytes of a synchronisation object that is in use is an error. A once control is an exception, because
// the error occurs only when its initialiser ends.
void Builder::check_overwriting(const std::vector<Target>& targets, uint64_t bytes, Literal nonzero) {
  for (const Target& target : targets) {
    if (!holds_sync_[target.object]) continue;
    for (const auto& [offset, kind] : sync_positions(target.object)) {
      if (target.offset >= offset + sync::size_of(kind) || offset >= target.offset + bytes) continue;
      if (kind != sync::Kind::Once)
        end_if(both(target.guard, in_use_at(target.object, offset, kind)), BadKind::Memory,
               "overwrites a synchronisation object that is in use");
      if (kind == sync::Kind::Spin || kind == sync::Kind::Once)
        end_if(both(target.guard, nonzero), BadKind::Bound,
               "writes into the bytes of a spin lock or once control (not modelled)");
    }
  }
}

// Registers the access of a load, store, copy or fill, for pending accesses and for happens-before.
void Builder::track_access(const std::vector<Target>& targets, uint64_t bytes, bool write) {
  const Instr& in = instr();
  const Literal atomic = in.order != ir::Order::NotAtomic ? kTrue : in_section();
  register_access(targets, bytes, write, atomic);
  if (in.order == ir::Order::NotAtomic) return order_.plain_access(targets, bytes, write, atomic);
  WatchedOrder::Access access;
  access.bytes = bytes;
  access.write = circuit::constant(write);
  access.atomic = kTrue;
  access.acquires = circuit::constant(ir::acquires(in.order));
  access.releases = circuit::constant(ir::releases(in.order));
  order_.access(targets, access);
}

// In the circuit, the bytes of a condition variable do not show that threads wait on it, so a copy of it that is made
// by loads and stores cannot be recognised later. Other synchronisation objects that are in use have bytes other than
// zeros: see check_overwriting().
void Builder::check_copying(const std::vector<Target>& from, uint64_t bytes) {
  for (const Target& target : from) {
    if (!holds_sync_[target.object]) continue;
    for (const auto& [offset, kind] : sync_positions(target.object)) {
      const bool overlaps = target.offset < offset + sync::size_of(kind) && offset < target.offset + bytes;
      if (kind != sync::Kind::Condition || !overlaps) continue;
      const Word address = circuit::constant_word(address_of(target.object, offset), 64);
      end_if(both(target.guard, any_waits_on(address, kind)), BadKind::Bound,
             "copies a condition variable that threads wait on (not modelled)");
    }
  }
}

void Builder::execute_load() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  // If memory errors are not checked, an erroneous read returns an undefined value. No circuit proves that the access
  // has no other effect, so this is only for the search for violations.
  Literal survived = kFalse;
  const bool continues = checked_.memory_excluded && !checked_.bound;
  const std::vector<Target> targets =
      locate(operand(in.a, 64), abstract_operand(in.a), bytes, false, continues ? &survived : nullptr);
  check_copying(targets, bytes);
  track_access(targets, bytes, false);
  const Value value = load(targets, 0, in.width);
  set(in.dst, survived == kFalse ? value : select(survived, any_undefined(in.width, value.bits), value));
}

void Builder::execute_store() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  const std::vector<Target> targets = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  check_overwriting(targets, bytes, circuit::any_bit(c_, operand(in.b, in.width).bits));
  track_access(targets, bytes, true);
  store(targets, 0, operand(in.b, in.width));
  note_overwriting(targets, bytes);
}

void Builder::execute_copy() {
  const Instr& in = instr();
  const AbstractValue length = abstract_operand(in.c);
  if (length.has_any_number() || length.numbers().size() != 1) return execute_variable_copy(operand(in.c, 64));
  const uint64_t bytes = length.numbers()[0];
  end_if(circuit::negate(circuit::eq(c_, operand(in.c, 64).bits, bytes)), BadKind::Bound,
         "a copy of a number of bytes that is not constant (not modelled)");
  if (bytes == 0) return;
  const std::vector<Target> from = locate(operand(in.b, 64), abstract_operand(in.b), bytes, false);
  const std::vector<Target> to = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  track_access(from, bytes, false);
  track_access(to, bytes, true);
  std::vector<Value> copied;
  Literal nonzero = kFalse;
  for (uint64_t i = 0; i < bytes; ++i) {
    copied.push_back(load(from, i, 8));
    nonzero = either(nonzero, circuit::any_bit(c_, copied.back().bits));
  }
  check_overwriting(to, bytes, nonzero);
  for (uint64_t i = 0; i < bytes; ++i) store(to, i, copied[i]);
  note_overwriting(to, bytes);
  mark_copied_conditions(to, from, bytes);
}

void Builder::execute_fill() {
  const Instr& in = instr();
  const AbstractValue length = abstract_operand(in.c);
  if (length.has_any_number() || length.numbers().size() != 1) return execute_variable_fill(operand(in.c, 64));
  const uint64_t bytes = length.numbers()[0];
  end_if(circuit::negate(circuit::eq(c_, operand(in.c, 64).bits, bytes)), BadKind::Bound,
         "a fill of a number of bytes that is not constant (not modelled)");
  if (bytes == 0) return;
  const std::vector<Target> to = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  check_overwriting(to, bytes, circuit::any_bit(c_, operand(in.b, 8).bits));
  track_access(to, bytes, true);
  for (uint64_t i = 0; i < bytes; ++i) store(to, i, operand(in.b, 8));
  note_overwriting(to, bytes);
}

}  // namespace mover::symbolic
