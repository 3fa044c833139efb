// Accesses to memory. Every access is checked against the object that its address refers to. Null, dangling and
// out-of-bounds addresses, and writes to constants, are errors.
#include <algorithm>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Operand;

bool Vm::locate(Address address, uint64_t size, bool write, Pointee& pointee) {
  const char* verb = write ? "writes" : "reads";
  Slot slot = slot_of(address);
  if (slot == 0 || (slot < kImmutable ? slot >= state_.objects.size() || !state_.objects[slot]
                                      : slot - kImmutable >= immutable_.size())) {
    if (address < 4096)
      crash(std::string(verb) + " through a null pointer" +
            (address ? " (offset " + std::to_string(address) + ")" : ""));
    else
      fail(FindingKind::Memory, std::string(verb) + " through an invalid pointer");
    return false;
  }
  const Object& object = slot < kImmutable ? *state_.objects[slot] : *immutable_[slot - kImmutable];
  int64_t offset = offset_of(address);
  if (!object.alive) {
    fail(FindingKind::Memory, access_after_end(object, slot, verb));
    return false;
  }
  if (object.kind == ObjectKind::Function || object.kind == ObjectKind::ThreadHandle) {
    fail(FindingKind::Memory, std::string(verb) + " memory that is " +
                                  (object.kind == ObjectKind::Function ? "a function" : "a thread's handle"));
    return false;
  }
  if (offset < 0 || static_cast<uint64_t>(offset) > object.size || size > object.size - static_cast<uint64_t>(offset)) {
    fail(FindingKind::Memory, std::string(verb) + " " + std::to_string(size) + (size == 1 ? " byte" : " bytes") +
                                  " out of bounds, at offset " + std::to_string(offset) + " of " +
                                  describe_object(object, slot) + ", which has " + std::to_string(object.size));
    return false;
  }
  if (write && slot >= kImmutable) {
    crash("writes to constant memory: " + describe_object(object, slot));
    return false;
  }
  pointee = {&object, slot, static_cast<uint64_t>(offset)};
  if (watches_globals_ && slot < first_dynamic_) note_access_to_global(slot, pointee.offset, size);
  if (!state_.between_joins.empty()) accesses_between_joins(pointee, size, write);
  return evaluation_ == nullptr || may_evaluate(pointee, size, write);
}

bool Vm::locate(Operand address, uint64_t size, bool write, Pointee& pointee) {
  if (tag(address) & kUndefined) {
    fail(FindingKind::Memory, std::string(write ? "writes" : "reads") + " through an uninitialised pointer");
    return false;
  }
  return locate(bits(address), size, write, pointee);
}

// The value of `width` bits at the pointee. Reading a part of a stored address turns the address into a number.
Value Vm::read_word(const Pointee& pointee, unsigned width) {
  unsigned bytes = (width + 7) / 8;
  if (follows_unknowns()) name_unknown_bytes(pointee.slot, pointee.offset, bytes);
  const Object& object = pointee.slot < kImmutable ? *state_.objects[pointee.slot] : *pointee.object;
  Value v;
  std::memcpy(&v.bits, object.data() + pointee.offset, bytes);
  v.bits &= mask_of(width);
  if (object.has_undefined) {
    std::memcpy(&v.undefined, object.undefined() + pointee.offset, bytes);
    v.undefined &= mask_of(width);
    if (v.undefined != 0) {
      v.tag |= kUndefined;
      if (follows_unknowns()) v.term = read_term(pointee, bytes, v.undefined);
    }
  }
  if (object.pointer_words != 0) {
    if (bytes == 8 && pointee.offset % 8 == 0) {
      if (object.is_pointer(pointee.offset / 8)) v.tag |= kPointer;
    } else {
      for (uint64_t word = pointee.offset / 8; word <= (pointee.offset + bytes - 1) / 8 && word < object.size / 8;
           ++word)
        if (object.is_pointer(word)) expose({object.word(word), 0, kPointer});
    }
  }
  return v;
}

// Called before `size` bytes at `offset` are overwritten. If only some bytes of an address are overwritten, the
// remaining bytes become numbers. Such words, and with `whole_words_too` all overwritten words, no longer hold
// addresses.
void Vm::clear_addresses(Object& object, uint64_t offset, uint64_t size, bool whole_words_too) {
  if (object.pointer_words == 0 || size == 0) return;
  for (uint64_t word = offset / 8; word <= (offset + size - 1) / 8 && word < object.size / 8; ++word) {
    if (!object.is_pointer(word)) continue;
    bool whole = word * 8 >= offset && word * 8 + 8 <= offset + size;
    if (!whole) expose({object.word(word), 0, kPointer});
    if (!whole || whole_words_too) object.clear_pointer(word);
  }
}

void Vm::write_word(const Pointee& pointee, unsigned width, const Value& v) {
  unsigned bytes = (width + 7) / 8;
  bool aligned_word = bytes == 8 && pointee.offset % 8 == 0;
  if (v.tag & kPointer) {
    if (!aligned_word) expose(v);
    stored(v, pointee.object->shared);
  }
  Object* object = &write_object(pointee.slot);
  clear_addresses(*object, pointee.offset, bytes, true);
  uint64_t mask = mask_of(width), undefined = v.tag & kUndefined ? v.undefined & mask : 0;
  uint64_t bits = v.bits & mask & ~undefined;
  std::memcpy(object->data() + pointee.offset, &bits, bytes);
  if (undefined != 0 && !object->has_undefined)
    object = state_.objects[pointee.slot].unique() = Object::with_shadow(object);
  if (object->has_undefined) std::memcpy(object->undefined() + pointee.offset, &undefined, bytes);
  if (undefined != 0 && follows_unknowns())
    write_term(*object, pointee.offset, bytes, undefined, v.term != 0 ? v.term : new_unknown(bytes * 8));
  if ((v.tag & kPointer) && aligned_word) object->set_pointer(pointee.offset / 8);
}

void Vm::write_defined(Object& object, uint64_t offset, uint64_t bits, unsigned bytes) {
  clear_addresses(object, offset, bytes, true);
  std::memcpy(object.data() + offset, &bits, bytes);
  if (object.has_undefined) std::memset(object.undefined() + offset, 0, bytes);
}

Exec Vm::load(const Instr& in) {
  Pointee pointee;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, false, pointee)) return load_arbitrary(in);
  if (must_park(pointee)) return Exec::Park;
  if (!is_atomic(in.order)) accesses_used(pointee.slot, *pointee.object, pointee.offset, bytes, true);
  Value low = read_word(pointee, std::min<unsigned>(in.width, 64));
  if (pointee.object->shared) mark_loaded_conditions(pointee, std::min<uint64_t>(bytes, 8), low);
  if (twins_.any() && pointee.object->shared) reads_as_data(pointee, bytes), learns_handle(low);
  atomic_read(pointee, bytes, in.order);
  if (recording_) record_access(pointee, bytes, false, in.order, in.width <= 64 ? &low : nullptr);
  set(in.dst, low);
  if (in.width > 64) {
    Pointee rest{pointee.object, pointee.slot, pointee.offset + 8};
    set(in.dst + 1, read_word(rest, in.width - 64u));
  }
  return Exec::Next;
}

// A read has failed. If memory errors are not checked, the read returns an undefined value: beyond an object, or after
// its lifetime, memory has arbitrary contents.
Exec Vm::load_arbitrary(const Instr& in) {
  if (!options_.past_memory_errors || !fault_.finding.survivable || (tag(in.a) & kUndefined)) return Exec::Fault;
  if (!visible_allowed_) return Exec::Park;  // executed earlier, the read might not fail
  not_covered(
      omission("an erroneous read was taken to access no other thread's memory, and --check does "
               "not ask for the error: " +
               fault_.finding.message + ", at " + describe_loc(user_loc(*thread_))));
  const uint64_t bytes = (in.width + 7u) / 8u, low = std::min<uint64_t>(bytes, 8);
  set(in.dst, Value{0, ~0ull, kUndefined, unknown_bytes(bits(in.a), low)});
  if (bytes > 8) set(in.dst + 1, Value{0, ~0ull, kUndefined, unknown_bytes(bits(in.a) + 8, bytes - 8)});
  return Exec::Next;
}

Exec Vm::store(const Instr& in) {
  Pointee pointee;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, true, pointee)) return Exec::Fault;
  if (must_park(pointee)) return Exec::Park;
  if (overwrites_in_use(pointee, bytes)) return Exec::Fault;
  Value low = value(in.b);
  atomic_write(pointee, bytes, in.order);
  if (recording_) record_access(pointee, bytes, true, in.order, in.width <= 64 ? &low : nullptr);
  write_word(pointee, std::min<unsigned>(in.width, 64), low);
  if (in.width > 64) {
    Pointee rest{state_.objects[pointee.slot].get(), pointee.slot, pointee.offset + 8};
    write_word(rest, in.width - 64u, value(high(in.b)));
  }
  return Exec::Next;
}

void Vm::copy_bytes(const Pointee& to, const Pointee& from, uint64_t size) {
  if (size == 0) return;
  if (follows_unknowns()) name_unknown_bytes(from.slot, from.offset, size);
  Ref<Object> source = from.slot < kImmutable ? state_.objects[from.slot] : immutable_[from.slot - kImmutable];
  bool same_alignment = to.offset % 8 == from.offset % 8;
  // Addresses that are not copied as whole, aligned words become numbers.
  std::vector<std::pair<uint64_t, Address>> pointers;
  source->for_each_pointer([&](uint64_t word, Address address) {
    uint64_t begin = word * 8;
    if (begin + 8 <= from.offset || begin >= from.offset + size) return;
    Value v{address, 0, kPointer};
    bool whole = begin >= from.offset && begin + 8 <= from.offset + size && same_alignment;
    if (whole)
      pointers.push_back({(begin - from.offset + to.offset) / 8, address});
    else
      expose(v);
    stored(v, state_.objects[to.slot]->shared);  // expose() may have made the object shared
  });
  Object* target = &write_object(to.slot);
  clear_addresses(*target, to.offset, size, true);
  std::memmove(target->data() + to.offset, source->data() + from.offset, size);
  if (source->has_undefined && !target->has_undefined) {
    const uint8_t* shadow = source->undefined() + from.offset;
    if (std::any_of(shadow, shadow + size, [](uint8_t byte) { return byte != 0; }))
      target = state_.objects[to.slot].unique() = Object::with_shadow(target);
  }
  if (target->has_undefined) {
    if (source->has_undefined)
      std::memmove(target->undefined() + to.offset, source->undefined() + from.offset, size);
    else
      std::memset(target->undefined() + to.offset, 0, size);
  }
  if (follows_unknowns()) copy_unknowns(*target, to.offset, *source, from.offset, size);
  for (auto [word, address] : pointers) target->set_pointer(word);
}

Exec Vm::copy(const Instr& in) {
  if (!defined(in.c, 64)) return fail(FindingKind::Memory, "copies an uninitialised number of bytes");
  uint64_t size = bits(in.c);
  if (size == 0) return Exec::Next;
  Pointee to, from;
  if (!locate(in.b, size, false, from) || !locate(in.a, size, true, to)) return Exec::Fault;
  if (must_park(from) || must_park(to)) return Exec::Park;
  if (overwrites_in_use(to, size)) return Exec::Fault;
  accesses_used(from.slot, *from.object, from.offset, size, true);
  if (options_.torn_copies && visible_allowed_ && !function_->is_library && !is_atomic(in.order))
    not_covered(omission("accesses of other threads in the middle of a copy were not explored, at " +
                         describe_loc(user_loc(*thread_)) + "; --check=race finds out whether there are any"));
  if (twins_.any() && from.object->shared) reads_as_data(from, size);
  atomic_read(from, size, in.order);
  atomic_write(to, size, in.order);
  if (recording_) {
    record_access(from, size, false, in.order, nullptr);
    record_access(to, size, true, in.order, nullptr);
  }
  copy_bytes(to, from, size);
  if (has_used_sync(from.slot)) mark_copied_conditions(to, from, size);
  return Exec::Next;
}

Exec Vm::fill(const Instr& in) {
  if (!defined(in.c, 64)) return fail(FindingKind::Memory, "sets an uninitialised number of bytes");
  uint64_t size = bits(in.c);
  if (size == 0) return Exec::Next;
  Pointee to;
  if (!locate(in.a, size, true, to)) return Exec::Fault;
  if (must_park(to)) return Exec::Park;
  if (overwrites_in_use(to, size)) return Exec::Fault;
  atomic_write(to, size, in.order);
  if (recording_) record_access(to, size, true, in.order, nullptr);
  Object* target = &write_object(to.slot);
  clear_addresses(*target, to.offset, size, true);
  uint64_t undefined_byte = undefined(in.b) & 0xff;
  std::memset(target->data() + to.offset, static_cast<int>(bits(in.b) & ~undefined_byte & 0xff), size);
  if (undefined_byte != 0 && !target->has_undefined)
    target = state_.objects[to.slot].unique() = Object::with_shadow(target);
  if (target->has_undefined) std::memset(target->undefined() + to.offset, static_cast<int>(undefined_byte), size);
  if (undefined_byte != 0 && follows_unknowns()) {
    const terms::TermId byte = term_of(in.b, 8);
    for (uint64_t i = 0; i < size; ++i) write_term(*target, to.offset + i, 1, undefined_byte, byte);
  }
  return Exec::Next;
}

void Vm::note_access_to_global(Slot slot, uint64_t offset, uint64_t size) {
  const NamedBytes bytes{slot, static_cast<uint32_t>(offset), static_cast<uint32_t>(size)};
  if (accessed_globals_.empty() || accessed_globals_.back() != bytes) accessed_globals_.push_back(bytes);
}

// Sets `length` to the number of bytes before the first NUL. Returns false, and sets fault_, if the object contains
// none.
bool Vm::scan_string(Pointee pointee, uint64_t& length) {
  const Object& object = *pointee.object;
  if (watches_globals_ && pointee.slot < first_dynamic_)
    note_access_to_global(pointee.slot, pointee.offset, object.size - pointee.offset);
  for (uint64_t i = pointee.offset; i < object.size; ++i) {
    if (object.has_undefined && object.undefined()[i] != 0) {
      fail(FindingKind::Memory, "reads an uninitialised byte of a string, at offset " + std::to_string(i) + " of " +
                                    describe_object(object, pointee.slot));
      return false;
    }
    if (object.data()[i] == 0) {
      length = i - pointee.offset;
      return true;
    }
  }
  fail(FindingKind::Memory, "reads out of bounds: no terminating NUL in " + describe_object(object, pointee.slot));
  return false;
}

Exec Vm::string_length(const Instr& in) {
  Pointee pointee;
  uint64_t length = 0;
  if (!locate(in.a, 1, false, pointee) || !scan_string(pointee, length)) return Exec::Fault;
  if (must_park(pointee)) return Exec::Park;
  if (recording_) record_access(pointee, length + 1, false, in.order, nullptr);
  set(in.dst, length);
  return Exec::Next;
}

bool Vm::read_string(Address address, std::string& text) {
  Pointee pointee;
  uint64_t length = 0;
  if (!locate(address, 1, false, pointee) || !scan_string(pointee, length)) return false;
  text.assign(reinterpret_cast<const char*>(pointee.object->data() + pointee.offset), length);
  return true;
}

// Records an access as an event. `modifies`: the access is a read-modify-write. If the program has weak atomic
// accesses, accesses to memory that other threads cannot reach are recorded, too: another thread may later get the
// address without synchronising.
void Vm::record_access(const Pointee& pointee, uint64_t size, bool write, ir::Order order, const Value* v,
                       bool modifies) {
  const bool own = pointee.slot < kImmutable && !pointee.object->shared;
  if (pointee.slot >= kImmutable || pointee.object->internal || (own && !(has_weak_atomics_ && others()))) return;
  Event e{};
  e.own = own;
  e.order = order == ir::Order::NotAtomic ? ir::Order::SeqCst : order;  // an access in an atomic section
  e.access = {address_of(pointee.slot, static_cast<int64_t>(pointee.offset)), size, write, is_atomic(order)};
  e.kind = !e.access.atomic ? Event::Kind::Access
           : modifies       ? Event::Kind::AtomicRmw
           : write          ? Event::Kind::AtomicStore
                            : Event::Kind::AtomicLoad;
  e.loc = user_loc(*thread_);
  if (v != nullptr && !(v->tag & (kUndefined | kPointer)))
    e.value = v->bits & mask_of(static_cast<unsigned>(size * 8)), e.value_known = true;
  events_.push_back(e);
}

void Vm::record_fence(ir::Order order) {
  Event e{};
  e.kind = Event::Kind::Fence;
  e.order = order;
  e.loc = user_loc(*thread_);
  events_.push_back(e);
}

}  // namespace mover::vm
