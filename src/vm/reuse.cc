// Reuse of identities. The identity of an object is its address or, of a thread, its handle. A dangling pointer to a
// freed block may be equal to a pointer that malloc returns later (ABA). Then a compare-and-swap that expects the old
// block succeeds on the new one. realloc may return the same address or another one. A new thread may get the pthread_t
// of a joined thread. A local variable may get the address of a variable whose function has returned.
//
// Allocation is invisible to other threads only if no identity is reused. So the machine at first assumes that no
// identity is reused, and detects executions in which reuse could matter: the identities of two objects of the same
// kind are compared, and one of the objects has ended or could have ended in another interleaving (see compares).
// Whenever the lifetime of an object begins, a machine with Options::reuse_addresses has a choice between a new
// identity and the identities of ended objects to which a pointer still exists.
#include "vm/interpreter.h"

namespace mover::vm {

namespace {

bool is_reusable_kind(ObjectKind kind) {
  return kind == ObjectKind::Heap || kind == ObjectKind::ThreadHandle || kind == ObjectKind::Stack ||
         kind == ObjectKind::ThreadLocal;
}

}  // namespace

// The ended objects whose identity a new object of the kind may get, lowest slot first. Sizes do not matter: allocators
// split and join freed blocks. A local variable can reuse identities only of its own thread's stack. `also`: a local
// variable out of scope whose lifetime is about to begin again.
std::vector<Slot> Vm::reusable(ObjectKind kind, ThreadId owner, Slot also) const {
  std::vector<Slot> slots;
  if (!options_.reuse_addresses) return slots;
  for (Slot slot = first_dynamic_; slot < state_.objects.size(); ++slot) {
    const Ref<Object>& object = state_.objects[slot];
    if (object && object->kind == kind && !object->alive && (!object->has_scope || slot == also) &&
        (kind != ObjectKind::Stack || object->owner == owner))
      slots.push_back(slot);
  }
  if (slots.empty()) return slots;
  std::vector<uint32_t> reached;
  mark_reachable(true, reached);
  std::erase_if(slots, [&](Slot slot) { return reached[slot] == 0; });
  return slots;
}

// Puts the new object into the slot of an ended one. Dangling pointers to the slot then refer to the new object, so the
// new object is reachable for all threads that could reach the old one.
Slot Vm::reuse(Slot slot, Object* object) {
  ++state_.created_since_gc;
  const Object& old = *state_.objects[slot];
  object->among_others = others();
  object->exposed = old.exposed;
  object->shared |= old.shared;
  object->in_memory |= old.in_memory;
  state_.objects[slot] = Ref<Object>(object);
  if (object->shared && object->kind != ObjectKind::ThreadHandle) published(*object, slot);
  if (recording_) event(Event::Kind::NewObject, address_of(slot));
  return slot;
}

// The object whose address the value is, as a pointer or as a number. Null if there is no such object, or if its
// identity cannot be reused.
const Object* Vm::identified(const Value& v) const {
  const Slot slot = slot_of(v.bits);
  if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot]) return nullptr;
  const Object& object = *state_.objects[slot];
  return is_reusable_kind(object.kind) && ((v.tag & kPointer) || object.exposed) ? &object : nullptr;
}

void Vm::compares(const Value& a, const Value& b) {
  if (!watches_identities() || slot_of(a.bits) == slot_of(b.bits)) return;
  if (const Object *one = identified(a), *other = identified(b); one != nullptr && other != nullptr)
    compares(*one, *other);
}

// The program compares the identities of two different objects. Reuse matters if, in another interleaving, one of them
// may end before the lifetime of the other begins. This is possible if one of them has ended already. If neither has
// ended, it is possible only if a third thread, which neither compares the objects nor created the other one, ends one
// of them in some execution.
void Vm::compares(const Object& one, const Object& other) {
  if (!watches_identities() || one.kind != other.kind) return;
  if (one.kind == ObjectKind::Stack) return compares_locals(one, other);
  if (one.kind == ObjectKind::ThreadLocal) return compares_thread_locals(one, other);
  if (!one.alive || !other.alive) {
    *options_.reuse_matters = true;
    return;
  }
  if (!others()) return;
  record_comparison(one, other.owner);
  record_comparison(other, one.owner);
}

void Vm::record_comparison(const Object& object, ThreadId owner_of_other) {
  if (object.kind != ObjectKind::Heap) return;
  Uses& uses = uses_[object.site];
  if (!uses.compared_by.insert({current_, owner_of_other}).second) return;
  for (ThreadId by : uses.freed_by) reuse_may_matter(by, {current_, owner_of_other});
}

void Vm::record_free(const Object& block) {
  if (!watches_identities() || !visible(block)) return;
  Uses& uses = uses_[block.site];
  // Any interchangeable thread may be the one that frees the block.
  const ThreadId by = counted_thread();
  if (!uses.freed_by.insert(by).second) return;
  for (const auto& compared : uses.compared_by) reuse_may_matter(by, compared);
}

void Vm::reuse_may_matter(ThreadId freed_by, std::pair<ThreadId, ThreadId> compared_by) {
  if (reused_numbers_ || (freed_by != compared_by.first && freed_by != compared_by.second))
    *options_.reuse_matters = true;
}

// After a function has returned, later local variables of the same thread may get the addresses of its variables, which
// is explored. Two further kinds of reuse are not explored, and reported as omissions: after a block has ended, the
// compiler may give the addresses of its variables to other variables of the function; after a thread has ended,
// another thread may get its stack.
void Vm::compares_locals(const Object& one, const Object& other) {
  for (const auto& [gone, rest] : {std::pair{&one, &other}, std::pair{&other, &one}}) {
    if (gone->alive) continue;
    const bool same_stack = gone->owner == rest->owner;
    if (same_stack && !gone->has_scope && !rest->has_scope)
      *options_.reuse_matters = true;
    else if (same_stack || gone->owner >= state_.threads.size() || !state_.threads[gone->owner])
      not_covered(omission("the address of the local variable at " + describe_loc(gone->site) +
                           ", whose lifetime has ended, is compared at " + describe_loc(user_loc(*thread_)) +
                           " with that of the one at " + describe_loc(rest->site) +
                           ": executions in which the two are equal were not explored"));
  }
}

// A thread may get the storage of one that has ended, and with it the address of each thread-local variable.
void Vm::compares_thread_locals(const Object& one, const Object& other) {
  if (one.alive == other.alive) return;
  not_covered(omission("the address of a thread-local variable whose thread has ended, " +
                       program_.globals[(one.alive ? other : one).global].name + ", is compared at " +
                       describe_loc(user_loc(*thread_)) +
                       " with that of another thread: executions in which the two are equal were not explored"));
}

// The address of the object in this slot has become a number. The machine cannot detect all comparisons of such
// numbers, so it assumes a comparison with every other exposed object.
void Vm::compares_with_numbers(Slot slot) {
  if (!watches_identities() || !is_reusable_kind(state_.objects[slot]->kind)) return;
  for (Slot other : state_.exposed)
    if (other != slot) compares(*state_.objects[slot], *state_.objects[other]);
}

// The block that realloc may resize in place; 0 if there is none.
Slot Vm::resizable_block(const Value& reallocated) const {
  const Slot slot = slot_of(reallocated.bits);
  const bool is_block = (reallocated.tag & kPointer) && slot < state_.objects.size() && state_.objects[slot] &&
                        state_.objects[slot]->kind == ObjectKind::Heap && state_.objects[slot]->alive;
  return options_.reuse_addresses && is_block ? slot : 0;
}

// Executes a realloc that resizes the block in place.
Exec Vm::resize(const ir::Instr& in, Slot slot, uint64_t size) {
  const Ref<Object> old = state_.objects[slot];
  if (std::string user = user_of_object({old.get(), slot, 0}, old->size); !user.empty())
    return fail(FindingKind::Memory, "reallocates memory with a synchronisation object in it that " + user + ": " +
                                         describe_object(*old, slot));
  if (size > old->size && state_.heap_bytes + (size - old->size) > options_.max_heap_bytes)
    return limit(Omission::Cause::Heap, options_.max_heap_bytes >> 20);
  if (recording_) record_access({old.get(), slot, 0}, old->size, true, ir::Order::NotAtomic, nullptr);
  Object* resized = Object::make(ObjectKind::Heap, size, true);
  resized->owner = current_;
  note_maker(*resized);
  drop_exclusives(slot);
  reuse(slot, resized);
  state_.heap_bytes += size - old->size;
  const uint64_t kept = std::min(size, old->size);
  std::memcpy(resized->data(), old->data(), kept);
  if (old->has_undefined)
    std::memcpy(resized->undefined(), old->undefined(), kept);
  else
    std::memset(resized->undefined(), 0, kept);
  for (const UnknownByte& byte : old->unknowns)
    if (byte.offset < kept) resized->unknowns.push_back(byte);
  old->for_each_pointer([&](uint64_t word, Address address) {
    if (word * 8 + 8 <= kept)
      state_.objects[slot].write().set_pointer(word);
    else if (word * 8 < kept)
      expose({address, 0, kPointer});
  });
  set_result(in, address_of(slot), kPointer);
  return Exec::Next;
}

}  // namespace mover::vm
