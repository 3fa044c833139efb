// Objects and accesses. Every access is checked against the object that its address refers to: null, dangling, out of
// bounds, constant. Stores track which objects other threads can reach: an object becomes shared when its address is
// stored into a shared one, together with everything that it points to.
#include <algorithm>

#include "ir/names.h"
#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Operand;

bool Vm::locate(Address address, uint64_t size, bool write, Place& place) {
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
    fail(FindingKind::Memory, gone(object, slot, verb));
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
  place = {&object, slot, static_cast<uint64_t>(offset)};
  if (watches_globals_ && slot < first_dynamic_) look(slot, place.offset, size);
  return evaluation_ == nullptr || may_evaluate(place, size, write);
}

bool Vm::locate(Operand address, uint64_t size, bool write, Place& place) {
  if (tag(address) & kUndefined) {
    fail(FindingKind::Memory, std::string(write ? "writes" : "reads") + " through an uninitialised pointer");
    return false;
  }
  return locate(bits(address), size, write, place);
}

// The value of `width` bits at the place. Reading a part of a stored address turns it into a number.
Value Vm::read_word(const Place& place, unsigned width) {
  const Object& object = *place.object;
  unsigned bytes = (width + 7) / 8;
  Value v;
  std::memcpy(&v.bits, object.data() + place.offset, bytes);
  v.bits &= mask_of(width);
  if (object.has_undefined) {
    std::memcpy(&v.undefined, object.undefined() + place.offset, bytes);
    v.undefined &= mask_of(width);
    if (v.undefined != 0) v.tag |= kUndefined;
  }
  if (object.pointer_words != 0) {
    if (bytes == 8 && place.offset % 8 == 0) {
      if (object.is_pointer(place.offset / 8)) v.tag |= kPointer;
    } else {
      for (uint64_t word = place.offset / 8; word <= (place.offset + bytes - 1) / 8 && word < object.size / 8; ++word)
        if (object.is_pointer(word)) expose({object.word(word), 0, kPointer});
    }
  }
  return v;
}

// Clears the marks of words in [offset, +size) that held addresses. If only some bytes of an address are overwritten,
// the remaining bytes become numbers.
void Vm::release_fragments(Object& object, uint64_t offset, uint64_t size, bool whole_words_too) {
  if (object.pointer_words == 0 || size == 0) return;
  for (uint64_t word = offset / 8; word <= (offset + size - 1) / 8 && word < object.size / 8; ++word) {
    if (!object.is_pointer(word)) continue;
    bool whole = word * 8 >= offset && word * 8 + 8 <= offset + size;
    if (!whole) expose({object.word(word), 0, kPointer});
    if (!whole || whole_words_too) object.clear_pointer(word);
  }
}

void Vm::write_word(const Place& place, unsigned width, const Value& v) {
  unsigned bytes = (width + 7) / 8;
  bool aligned_word = bytes == 8 && place.offset % 8 == 0;
  if (v.tag & kPointer) {
    if (!aligned_word) expose(v);
    stored(v, place.object->shared);
  }
  Object* object = &write_object(place.slot);
  release_fragments(*object, place.offset, bytes, true);
  uint64_t mask = mask_of(width), undefined = v.tag & kUndefined ? v.undefined & mask : 0;
  uint64_t bits = v.bits & mask & ~undefined;
  std::memcpy(object->data() + place.offset, &bits, bytes);
  if (undefined != 0 && !object->has_undefined)
    object = state_.objects[place.slot].unique() = Object::with_shadow(object);
  if (object->has_undefined) std::memcpy(object->undefined() + place.offset, &undefined, bytes);
  if ((v.tag & kPointer) && aligned_word) object->set_pointer(place.offset / 8);
}

void Vm::write_defined(Object& object, uint64_t offset, uint64_t bits, unsigned bytes) {
  release_fragments(object, offset, bytes, true);
  std::memcpy(object.data() + offset, &bits, bytes);
  if (object.has_undefined) std::memset(object.undefined() + offset, 0, bytes);
}

Exec Vm::load(const Instr& in) {
  Place place;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, false, place)) return load_anything(in);
  if (must_park(place)) return Exec::Park;
  Value low = read_word(place, std::min<unsigned>(in.width, 64));
  atomic_read(place, bytes, in.order);
  if (recording_) record_access(place, bytes, false, in.order, in.width <= 64 ? &low : nullptr);
  set(in.dst, low);
  if (in.width > 64) {
    Place rest{place.object, place.slot, place.offset + 8};
    set(in.dst + 1, read_word(rest, in.width - 64u));
  }
  return Exec::Next;
}

// A read that has failed. Beyond an object, or where an object has ended, there is memory with arbitrary contents.
Exec Vm::load_anything(const Instr& in) {
  if (!options_.past_memory_errors || !fault_.finding.survivable || (tag(in.a) & kUndefined)) return Exec::Fault;
  if (!visible_allowed_) return Exec::Park;  // in a state before this one the object may have existed
  not_covered(
      omission("an erroneous read was taken to access no other thread's memory, and --check does "
               "not ask for the error: " +
               fault_.finding.message + ", at " + describe_loc(user_loc(*thread_))));
  const Value anything{0, ~0ull, kUndefined};
  set(in.dst, anything);
  if (in.width > 64) set(in.dst + 1, anything);
  return Exec::Next;
}

Exec Vm::store(const Instr& in) {
  Place place;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, true, place)) return Exec::Fault;
  if (must_park(place)) return Exec::Park;
  Value low = value(in.b);
  atomic_write(place, bytes, in.order);
  if (recording_) record_access(place, bytes, true, in.order, in.width <= 64 ? &low : nullptr);
  write_word(place, std::min<unsigned>(in.width, 64), low);
  if (in.width > 64) {
    Place rest{state_.objects[place.slot].get(), place.slot, place.offset + 8};
    write_word(rest, in.width - 64u, value(high(in.b)));
  }
  return Exec::Next;
}

void Vm::copy_bytes(const Place& to, const Place& from, uint64_t size) {
  if (size == 0) return;
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
    stored(v, state_.objects[to.slot]->shared);  // exposing may just have shared it
  });
  Object* target = &write_object(to.slot);
  release_fragments(*target, to.offset, size, true);
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
  for (auto [word, address] : pointers) target->set_pointer(word);
}

Exec Vm::copy(const Instr& in) {
  if (!defined(in.c, 64)) return fail(FindingKind::Memory, "copies an uninitialised number of bytes");
  uint64_t size = bits(in.c);
  if (size == 0) return Exec::Next;
  Place to, from;
  if (!locate(in.b, size, false, from) || !locate(in.a, size, true, to)) return Exec::Fault;
  if (must_park(from) || must_park(to)) return Exec::Park;
  if (options_.torn_copies && visible_allowed_ && !function_->is_library && !is_atomic(in.order))
    not_covered(omission("accesses of other threads in the middle of a copy were not explored, at " +
                         describe_loc(user_loc(*thread_)) + "; --check=race finds out whether there are any"));
  atomic_read(from, size, in.order);
  atomic_write(to, size, in.order);
  if (recording_) {
    record_access(from, size, false, in.order, nullptr);
    record_access(to, size, true, in.order, nullptr);
  }
  copy_bytes(to, from, size);
  return Exec::Next;
}

Exec Vm::fill(const Instr& in) {
  if (!defined(in.c, 64)) return fail(FindingKind::Memory, "sets an uninitialised number of bytes");
  uint64_t size = bits(in.c);
  if (size == 0) return Exec::Next;
  Place to;
  if (!locate(in.a, size, true, to)) return Exec::Fault;
  if (must_park(to)) return Exec::Park;
  atomic_write(to, size, in.order);
  if (recording_) record_access(to, size, true, in.order, nullptr);
  Object* target = &write_object(to.slot);
  release_fragments(*target, to.offset, size, true);
  uint64_t undefined_byte = undefined(in.b) & 0xff;
  std::memset(target->data() + to.offset, static_cast<int>(bits(in.b) & ~undefined_byte & 0xff), size);
  if (undefined_byte != 0 && !target->has_undefined)
    target = state_.objects[to.slot].unique() = Object::with_shadow(target);
  if (target->has_undefined) std::memset(target->undefined() + to.offset, static_cast<int>(undefined_byte), size);
  return Exec::Next;
}

void Vm::look(Slot slot, uint64_t offset, uint64_t size) {
  const NamedBytes bytes{slot, static_cast<uint32_t>(offset), static_cast<uint32_t>(size)};
  if (accessed_globals_.empty() || accessed_globals_.back() != bytes) accessed_globals_.push_back(bytes);
}

// The number of bytes before the first NUL. Returns false, and sets the fault, if the object contains none.
bool Vm::scan_string(Place place, uint64_t& length) {
  const Object& object = *place.object;
  if (watches_globals_ && place.slot < first_dynamic_) look(place.slot, place.offset, object.size - place.offset);
  for (uint64_t i = place.offset; i < object.size; ++i) {
    if (object.has_undefined && object.undefined()[i] != 0) {
      fail(FindingKind::Memory, "reads an uninitialised byte of a string, at offset " + std::to_string(i) + " of " +
                                    describe_object(object, place.slot));
      return false;
    }
    if (object.data()[i] == 0) {
      length = i - place.offset;
      return true;
    }
  }
  fail(FindingKind::Memory, "reads out of bounds: no terminating NUL in " + describe_object(object, place.slot));
  return false;
}

Exec Vm::string_length(const Instr& in) {
  Place place;
  uint64_t length = 0;
  if (!locate(in.a, 1, false, place) || !scan_string(place, length)) return Exec::Fault;
  if (must_park(place)) return Exec::Park;
  if (recording_) record_access(place, length + 1, false, in.order, nullptr);
  set(in.dst, length);
  return Exec::Next;
}

bool Vm::read_string(Address address, std::string& text) {
  Place place;
  uint64_t length = 0;
  if (!locate(address, 1, false, place) || !scan_string(place, length)) return false;
  text.assign(reinterpret_cast<const char*>(place.object->data() + place.offset), length);
  return true;
}

namespace {

uint64_t float_rmw(ir::RmwOp op, uint64_t a, uint64_t b, unsigned width) {
  auto combine = [op](auto x, auto y) { return op == ir::RmwOp::FAdd ? x + y : x - y; };
  uint64_t result = 0;
  if (width == 32) {
    float x, y;
    std::memcpy(&x, &a, 4), std::memcpy(&y, &b, 4);
    float r = combine(x, y);
    std::memcpy(&result, &r, 4);
  } else {
    double x, y;
    std::memcpy(&x, &a, 8), std::memcpy(&y, &b, 8);
    double r = combine(x, y);
    std::memcpy(&result, &r, 8);
  }
  return result;
}

uint64_t integer_rmw(ir::RmwOp op, uint64_t a, uint64_t b, unsigned width) {
  int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
  switch (op) {
    case ir::RmwOp::Xchg:
      return b;
    case ir::RmwOp::Add:
      return a + b;
    case ir::RmwOp::Sub:
      return a - b;
    case ir::RmwOp::And:
      return a & b;
    case ir::RmwOp::Nand:
      return ~(a & b);
    case ir::RmwOp::Or:
      return a | b;
    case ir::RmwOp::Xor:
      return a ^ b;
    case ir::RmwOp::Max:
      return sa > sb ? a : b;
    case ir::RmwOp::Min:
      return sa < sb ? a : b;
    case ir::RmwOp::UMax:
      return a > b ? a : b;
    case ir::RmwOp::UMin:
      return a < b ? a : b;
    default:
      return float_rmw(op, a, b, width);
  }
}

}  // namespace

Exec Vm::read_modify_write(const Instr& in) {
  if (in.width > 64) return exchange_wide(in);
  Place place;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, true, place)) return Exec::Fault;
  if (must_park(place)) return Exec::Park;
  if (matters_for_order(place, in.order) && !drops_result(in)) atomic_read(place, bytes, in.order);
  atomic_write(place, bytes, in.order);
  Value old = read_word(place, in.width), operand = value(in.b), result;
  auto op = static_cast<ir::RmwOp>(in.sub);
  if (op == ir::RmwOp::Xchg) {
    result = operand;
  } else {
    if (operand.tag & kPointer) expose(operand);
    result.bits = integer_rmw(op, old.bits, operand.bits, in.width) & mask_of(in.width);
    if ((old.tag | operand.tag) & kUndefined)
      result.tag = kUndefined, result.undefined = mask_of(in.width), result.bits = 0;
    else if (old.tag & kPointer)
      result = pointer_result(result.bits, old);
  }
  write_word(place, in.width, result);
  if (recording_) {
    Place now{state_.objects[place.slot].get(), place.slot, place.offset};
    record_access(now, bytes, true, in.order, &result, true);
  }
  if (in.dst >= 0) set(in.dst, old);
  return Exec::Next;
}

// For more than 64 bits, compilers emit only exchanges; sums and the like are loops around compare-and-swap.
Exec Vm::exchange_wide(const Instr& in) {
  if (static_cast<ir::RmwOp>(in.sub) != ir::RmwOp::Xchg)
    return limit(Omission::Cause::Unmodelled, 0, "an atomic operation on more than 64 bits other than an exchange");
  Place place;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, true, place)) return Exec::Fault;
  if (must_park(place)) return Exec::Park;
  Place rest{place.object, place.slot, place.offset + 8};
  Value old = read_word(place, 64), old_high = read_word(rest, in.width - 64u), fresh = value(in.b),
        fresh_high = value(high(in.b));
  atomic_read(place, bytes, in.order);
  atomic_write(place, bytes, in.order);
  if (recording_) record_access(place, bytes, true, in.order, nullptr, true);
  write_word(place, 64, fresh);
  rest.object = state_.objects[place.slot].get();
  write_word(rest, in.width - 64u, fresh_high);
  if (in.dst >= 0) set(in.dst, old), set(in.dst + 1, old_high);
  return Exec::Next;
}

Exec Vm::compare_exchange(const Instr& in) {
  Place place;
  uint64_t bytes = (in.width + 7u) / 8u;
  bool is_wide = in.width > 64;
  if (!locate(in.a, bytes, true, place)) return Exec::Fault;
  const bool is_the_step = visible_allowed_;  // the alternative was chosen for this instruction
  const bool may_fail = options_.spurious_failures && ir::is_weak_exchange(in) && will_exchange(*thread_, in);
  if (must_park(place, may_fail)) return Exec::Park;
  unsigned low_width = is_wide ? 64 : in.width, high_width = is_wide ? in.width - 64u : 0;
  Place rest{place.object, place.slot, place.offset + 8};
  Value old = read_word(place, low_width), old_high = is_wide ? read_word(rest, high_width) : Value{};
  if (!defined(in.b, low_width) || (old.tag & kUndefined))
    return fail(FindingKind::Memory, "compares an uninitialised value in a compare-and-swap");
  bool equal = old.bits == (bits(in.b) & mask_of(low_width)) &&
               (!is_wide || old_high.bits == (bits(high(in.b)) & mask_of(high_width)));
  if (ir::is_weak_exchange(in)) {
    if (options_.spurious_failures)
      equal &= !(is_the_step && choice_ == 1);
    else if (equal)
      note("weak compare-exchanges fail only where they find another value, as at " +
           ir::place_in_words(program_, user_loc(*thread_)) + " (--spurious-failures lifts this)");
  }
  compares(old, value(in.b));
  if (is_wide) compares(old_high, value(high(in.b)));
  Value desired = value(in.c), desired_high = is_wide ? value(high(in.c)) : Value{};
  const ir::Order order = equal ? in.order : ir::order_on_failure(in);
  atomic_read(place, bytes, order);
  if (equal) atomic_write(place, bytes, order);
  if (recording_) record_access(place, bytes, equal, order, equal ? &desired : &old, equal);
  if (equal) {
    write_word(place, low_width, desired);
    rest.object = state_.objects[place.slot].get();
    if (is_wide) write_word(rest, high_width, desired_high);
  }
  set(in.dst, old);
  if (is_wide) set(in.dst + 1, old_high);
  set(in.dst + (is_wide ? 2 : 1), equal ? 1 : 0);
  return Exec::Next;
}

// A new object takes the lowest free slot, so the same history always gives the same addresses.
Slot Vm::create(Object* object) {
  ++state_.created_since_gc;
  object->among_others = others();
  Slot slot = first_dynamic_;
  while (slot < state_.objects.size() && state_.objects[slot]) ++slot;
  if (slot == state_.objects.size()) state_.objects.emplace_back();
  state_.objects[slot] = Ref<Object>(object);
  if (recording_) {
    Event e{};
    e.kind = Event::Kind::NewObject;
    e.object = address_of(slot);
    events_.push_back(e);
  }
  return slot;
}

// A local variable of the function at depth `frame` of the running thread's stack. The caller adds it to the thread's
// locals. `again`: the slot that it reuses; 0: a new slot.
Slot Vm::create_local(uint64_t size, ir::LocId site, uint32_t frame, Slot again) {
  Object* object = Object::make(ObjectKind::Stack, size, true);
  object->owner = current_;
  object->frame = frame;
  object->rank = thread_->locals.size();
  object->site = site;
  state_.heap_bytes += size;
  return again != 0 ? reuse(again, object) : create(object);
}

// `forget`: no pointer to the object is left, so not even a tombstone is needed.
void Vm::bury(Slot slot, ir::LocId where, bool forget) {
  if (state_.objects[slot]->shared) ended(*state_.objects[slot]);
  forget_exclusives(slot);
  if (state_.objects[slot]->kind == ObjectKind::Stack) state_.heap_bytes -= state_.objects[slot]->size;
  if (forget) {
    state_.objects[slot] = Ref<Object>();
    while (state_.objects.size() > first_dynamic_ && !state_.objects.back()) state_.objects.pop_back();
  } else {
    state_.objects[slot] = Ref<Object>(state_.objects[slot]->tombstone(where));
  }
}

// The local whose scope begins or ends here; 0 if the instruction changes nothing.
Slot Vm::scope_changes(const Value& address, bool ends) const {
  const Slot slot = slot_of(address.bits);
  if (!(address.tag & kPointer) || slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot])
    return 0;
  const Object& object = *state_.objects[slot];
  return object.kind == ObjectKind::Stack && (ends ? object.alive : object.has_scope) ? slot : 0;
}

// Fails if a local variable ends while a synchronisation object in it is in use.
Exec Vm::ends_in_use(Slot slot) {
  const Object& object = *state_.objects[slot];
  if (!object.alive || (!object.shared && thread_->held.empty())) return Exec::Next;
  const std::string user = user_of_object({&object, slot, 0}, object.size);
  if (user.empty()) return Exec::Next;
  return fail(FindingKind::Memory,
              "ends the lifetime of a synchronisation object that " + user + ": " + describe_object(object, slot));
}

Exec Vm::ends_in_use_from(uint32_t first_local) {
  for (uint32_t i = first_local; i < thread_->locals.size(); ++i)
    if (Exec how = ends_in_use(thread_->locals[i]); how != Exec::Next) return how;
  return Exec::Next;
}

// Whether the local must become a new object when its lifetime begins again: a pointer to the ended object may exist,
// other than in the register that the instruction writes.
bool Vm::is_renewed(const Thread& thread, const Instr& in, Slot slot) const {
  if (in.dst < 0) return false;
  const Object& object = *state_.objects[slot];
  if (object.in_memory || object.shared || object.exposed) return true;
  const uint32_t own = thread.frames.back().base + static_cast<uint32_t>(in.dst);
  for (uint32_t i = 0; i < thread.regs.size(); ++i)
    if (i != own && (thread.tags[i] & kPointer) && slot_of(thread.regs[i]) == slot) return true;
  return false;
}

// Makes a new object for the variable, for example in the next iteration of a loop. Other threads have already observed
// the end of the old object.
Exec Vm::renew(const Instr& in, Slot slot) {
  const std::vector<Slot> gone = reusable(ObjectKind::Stack, current_, slot);
  if (!gone.empty() && !visible_allowed_) return Exec::Park;
  const Slot again = !gone.empty() && choice_ != 0 ? gone[choice_ - 1] : 0;
  Object* object = state_.objects[slot]->in_scope();
  object->shared = object->exposed = object->in_memory = false;
  state_.objects[slot] = Ref<Object>(state_.objects[slot]->stone_of_scope());
  const Slot renewed = again != 0 ? reuse(again, object) : create(object);
  std::replace(thread_->locals.begin() + thread_->frames.back().first_local, thread_->locals.end(), slot, renewed);
  set(in.dst, address_of(renewed), kPointer);
  return Exec::Next;
}

// The beginning or end of a local variable's scope.
Exec Vm::change_scope(const Instr& in, bool ends) {
  const Slot slot = scope_changes(value(argument(in, 0)), ends);
  if (slot == 0) return Exec::Next;
  if (!ends && is_renewed(*thread_, in, slot)) return renew(in, slot);
  Ref<Object>& object = state_.objects[slot];
  if (!visible_allowed_ && visible(*object)) return Exec::Park;
  if (ends) {
    if (Exec how = ends_in_use(slot); how != Exec::Next) return how;
    forget_exclusives(slot);
    object = Ref<Object>(object->out_of_scope(user_loc(*thread_)));
    return Exec::Next;
  }
  object = Ref<Object>(object->in_scope());
  if (recording_) event(Event::Kind::NewObject, address_of(slot));
  return Exec::Next;
}

void Vm::publish_slot(Slot slot) {
  std::vector<Slot> work{slot};
  while (!work.empty()) {
    Slot s = work.back();
    work.pop_back();
    if (s < first_dynamic_ || s >= state_.objects.size() || !state_.objects[s] || state_.objects[s]->shared) continue;
    Object& object = write_object(s);
    object.shared = true;
    object.in_memory = true;
    published(object, s);
    object.for_each_pointer([&](uint64_t, Address address) { work.push_back(slot_of(address)); });
  }
}

void Vm::publish(Address address) { publish_slot(slot_of(address)); }

// An address has been stored into memory. `into_shared`: other threads can reach that memory.
void Vm::stored(const Value& v, bool into_shared) {
  Slot slot = slot_of(v.bits);
  if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot]) return;
  if (into_shared)
    publish_slot(slot);
  else if (!state_.objects[slot]->in_memory)
    write_object(slot).in_memory = true;
}

Exec Vm::alloca(const Instr& in) {
  if (!defined(in.a, 64)) return fail(FindingKind::Memory, "declares an array of uninitialised size");
  uint64_t size = bits(in.a);
  if (size > options_.max_heap_bytes || state_.heap_bytes + size > options_.max_heap_bytes)
    return limit(Omission::Cause::LocalsAndHeap, options_.max_heap_bytes >> 20);
  const std::vector<Slot> gone = reusable(ObjectKind::Stack, current_);
  if (!gone.empty() && !visible_allowed_) return Exec::Park;
  const bool again = !gone.empty() && choice_ != 0;
  Slot slot = create_local(size, in.loc, thread_->frames.size(), again ? gone[choice_ - 1] : 0);
  thread_->locals.push_back(slot);
  set(in.dst, address_of(slot), kPointer);
  return Exec::Next;
}

Exec Vm::thread_local_address(const Instr& in) {
  auto global = static_cast<ir::GlobalId>(in.imm);
  for (const ThreadLocalCopy& copy : thread_->thread_locals)
    if (copy.global == global) {
      set(in.dst, address_of(copy.slot), kPointer);
      return Exec::Next;
    }
  Object* object = initial_object(program_.globals[global]);
  object->kind = ObjectKind::ThreadLocal;
  object->owner = current_;
  object->global = global;
  object->in_memory = true;
  object->shared = read_as_thread_[global];
  Slot slot = create(object);
  if (object->shared) published(*object, slot);
  thread_->thread_locals.push_back({global, slot});
  set(in.dst, address_of(slot), kPointer);
  return Exec::Next;
}

// `modifies`: a write that has read the value that it overwrites. Accesses of a thread to its own memory are recorded,
// too, because other threads may get access to it without being ordered.
void Vm::record_access(const Place& place, uint64_t size, bool write, ir::Order order, const Value* v, bool modifies) {
  const bool own = place.slot < kImmutable && !place.object->shared;
  if (place.slot >= kImmutable || (own && !(has_weak_atomics_ && others()))) return;
  Event e{};
  e.own = own;
  e.order = order == ir::Order::NotAtomic ? ir::Order::SeqCst : order;  // an access in an atomic section
  e.access = {address_of(place.slot, static_cast<int64_t>(place.offset)), size, write, is_atomic(order)};
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
