// Lifetimes of objects, and the objects that other threads can reach. When the address of an object is stored into a
// shared object, it becomes shared, together with all objects that are reachable from it.
#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;

// A new object gets the lowest free slot, so the same execution always gives the same addresses.
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

// Creates a local variable of the function at depth `frame` of the running thread's stack. The caller adds it to the
// thread's locals. `again`: the slot that the variable reuses; 0: a new slot.
Slot Vm::create_local(uint64_t size, ir::LocId site, uint32_t frame, Slot again) {
  Object* object = Object::make(ObjectKind::Stack, size, true);
  object->owner = current_;
  object->frame = frame;
  object->rank = thread_->locals.size();
  object->site = site;
  state_.heap_bytes += size;
  const Slot slot = again != 0 ? reuse(again, object) : create(object);
  if (is_inspected_local(*object)) publish_slot(slot);
  return slot;
}

// Ends the lifetime of the object in the slot. `unreferenced`: no pointer to the object exists, so not even a tombstone
// is needed.
void Vm::end_object(Slot slot, ir::LocId where, bool unreferenced) {
  if (state_.objects[slot]->shared) ended(*state_.objects[slot]);
  drop_exclusives(slot);
  if (state_.objects[slot]->kind == ObjectKind::Stack) state_.heap_bytes -= state_.objects[slot]->size;
  if (unreferenced) {
    state_.objects[slot] = Ref<Object>();
    while (state_.objects.size() > first_dynamic_ && !state_.objects.back()) state_.objects.pop_back();
  } else {
    state_.objects[slot] = Ref<Object>(state_.objects[slot]->tombstone(where));
  }
}

// The slot of the local variable at this address if its scope ends (`ends`) or begins again; 0 if the instruction
// changes nothing.
Slot Vm::scope_changes(const Value& address, bool ends) const {
  const Slot slot = slot_of(address.bits);
  if (!(address.tag & kPointer) || slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot])
    return 0;
  const Object& object = *state_.objects[slot];
  return object.kind == ObjectKind::Stack && (ends ? object.alive : object.has_scope) ? slot : 0;
}

// Fails if a synchronisation object in the local variable, whose lifetime ends, is in use.
Exec Vm::ends_in_use(Slot slot) {
  const Object& object = *state_.objects[slot];
  if (!object.alive || (!object.shared && thread_->held.empty())) return Exec::Next;
  accesses_used(slot, object, 0, object.size, false);
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

// Whether the local variable must become a new object when its lifetime begins again. This is so if a pointer to the
// ended object may exist, other than in the register that the instruction writes.
bool Vm::is_renewed(const Thread& thread, const Instr& in, Slot slot) const {
  if (in.dst < 0) return false;
  const Object& object = *state_.objects[slot];
  if (object.in_memory || object.shared || object.exposed) return true;
  const uint32_t own = thread.frames.back().base + static_cast<uint32_t>(in.dst);
  for (uint32_t i = 0; i < thread.regs.size(); ++i)
    if (i != own && (thread.tags[i] & kPointer) && slot_of(thread.regs[i]) == slot) return true;
  return false;
}

// Creates a new object for the variable, for example in the next iteration of a loop. The end of the old object was a
// step of its own.
Exec Vm::renew(const Instr& in, Slot slot) {
  const std::vector<Slot> gone = reusable(ObjectKind::Stack, current_, slot);
  if (!gone.empty() && !visible_allowed_) return Exec::Park;
  const Slot again = !gone.empty() && choice_ != 0 ? gone[choice_ - 1] : 0;
  Object* object = state_.objects[slot]->in_scope();
  object->shared = object->exposed = object->in_memory = false;
  state_.objects[slot] = Ref<Object>(state_.objects[slot]->tombstone_of_scope());
  const Slot renewed = again != 0 ? reuse(again, object) : create(object);
  if (is_inspected_local(*object)) publish_slot(renewed);
  std::replace(thread_->locals.begin() + thread_->frames.back().first_local, thread_->locals.end(), slot, renewed);
  set(in.dst, address_of(renewed), kPointer);
  return Exec::Next;
}

// Executes the beginning or end of a local variable's scope.
Exec Vm::change_scope(const Instr& in, bool ends) {
  const Slot slot = scope_changes(value(argument(in, 0)), ends);
  if (slot == 0) return Exec::Next;
  if (!ends && is_renewed(*thread_, in, slot)) return renew(in, slot);
  Ref<Object>& object = state_.objects[slot];
  if (!visible_allowed_ && visible(*object)) return Exec::Park;
  if (ends) {
    if (Exec how = ends_in_use(slot); how != Exec::Next) return how;
    drop_exclusives(slot);
    object = Ref<Object>(object->out_of_scope(user_loc(*thread_)));
    return Exec::Next;
  }
  object = Ref<Object>(object->in_scope());
  if (recording_) event(Event::Kind::NewObject, address_of(slot));
  return Exec::Next;
}

// Makes the object, and what it points to, reachable for other threads. `given_to`, `to_twin`: see Object.
void Vm::publish_slot(Slot slot, ThreadId given_to, bool to_twin) {
  std::vector<Slot> work{slot};
  while (!work.empty()) {
    Slot s = work.back();
    work.pop_back();
    if (s < first_dynamic_ || s >= state_.objects.size() || !state_.objects[s] || state_.objects[s]->shared) continue;
    Object& object = write_object(s);
    object.shared = true;
    object.in_memory = true;
    object.given_to = given_to;
    object.given_to_twin = to_twin;
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
  // In a recursion, an inspected local hides one of the same name, whose last value must be visible in some state.
  const bool hides = inspected_.locals.contains(in.loc) && address_of_local(current_, inspected_.locals) != 0;
  if ((!gone.empty() || hides) && !visible_allowed_) return Exec::Park;
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
  object->given_to_twin = runs_twin();
  object->in_memory = true;
  object->shared = read_by_predicate_[global] || inspected_.globals.contains(global);
  Slot slot = create(object);
  if (object->shared) published(*object, slot);
  thread_->thread_locals.push_back({global, slot});
  set(in.dst, address_of(slot), kPointer);
  return Exec::Next;
}

}  // namespace mover::vm
