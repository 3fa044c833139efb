// Identities that come a second time. A pointer to a freed block that is still kept somewhere may become equal to one
// that malloc returns later (ABA): a compare-and-swap that expects the old block then succeeds on the new one. realloc
// may keep the address or not; a pthread_t may be that of a thread that has been joined; a local may lie where one of a
// function was that has returned.
//
// Allocating is an action that no other thread can tell from local computation only while that is left out. So it is
// left out at first, and the machine notices whether it could matter: where a dangling pointer is compared with one to
// another object of its kind. Machines that are made with Options::reuse_addresses choose, whenever an object begins,
// between a new identity and those of objects that are gone and to which something still points.
#include "vm/interpreter.h"

namespace mover::vm {

namespace {

bool comes_again(ObjectKind kind) {
  return kind == ObjectKind::Heap || kind == ObjectKind::ThreadHandle || kind == ObjectKind::Stack;
}

}  // namespace

// Objects of the kind whose identity a new one may get, lowest slot first. Sizes do not matter: allocators split and
// join what was freed. A local lies in its thread's stack. `also`: a local out of scope that is about to begin again.
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

// Dangling pointers refer to the new object: threads that have them can reach it from the beginning.
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

// The object that the value names, as an address or as the number that its address is; null: none with an identity
// that could come again.
const Object* Vm::identified(const Value& v) const {
  const Slot slot = slot_of(v.bits);
  if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot]) return nullptr;
  const Object& object = *state_.objects[slot];
  return comes_again(object.kind) && ((v.tag & kPointer) || object.exposed) ? &object : nullptr;
}

void Vm::compares(const Value& a, const Value& b) {
  if (!watches_identities() || slot_of(a.bits) == slot_of(b.bits)) return;
  if (const Object *one = identified(a), *other = identified(b); one != nullptr && other != nullptr)
    compares(*one, *other);
}

// Two objects are told apart. What counts is whether one of them may be gone before the other begins. That it is gone
// now is seen; where another thread ends it, which is ordered neither with this nor with the other's begin, that may
// still come in this interleaving. Then it is that thread's doing, which has made neither comparison nor object.
void Vm::compares(const Object& one, const Object& other) {
  if (!watches_identities() || one.kind != other.kind) return;
  if (one.kind == ObjectKind::Stack) return compares_locals(one, other);
  if (!one.alive || !other.alive) {
    *options_.reuse_matters = true;
    return;
  }
  if (!others()) return;
  told_apart(one, other.owner);
  told_apart(other, one.owner);
}

void Vm::told_apart(const Object& object, ThreadId owner_of_other) {
  if (object.kind != ObjectKind::Heap) return;
  Uses& uses = uses_[object.site];
  if (!uses.told_apart.insert({current_, owner_of_other}).second) return;
  for (ThreadId by : uses.freed_by) reuse_may_matter(by, {current_, owner_of_other});
}

void Vm::frees(const Object& block) {
  if (!watches_identities() || !visible(block)) return;
  Uses& uses = uses_[block.site];
  if (!uses.freed_by.insert(current_).second) return;
  for (const auto& by : uses.told_apart) reuse_may_matter(current_, by);
}

void Vm::reuse_may_matter(ThreadId freed_by, std::pair<ThreadId, ThreadId> told_apart_by) {
  if (reused_numbers_ || (freed_by != told_apart_by.first && freed_by != told_apart_by.second))
    *options_.reuse_matters = true;
}

// A local that is gone lies where its thread's next ones come; its block's end leaves its place to others of the same
// function, which is up to the compiler.
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

// An address has become a number, which may be compared with those of other addresses in ways that are not seen.
void Vm::compares_with_numbers(Slot slot) {
  if (!watches_identities() || !comes_again(state_.objects[slot]->kind)) return;
  for (Slot other : state_.exposed)
    if (other != slot) compares(*state_.objects[slot], *state_.objects[other]);
}

// The block that an allocation is made for by realloc, which may leave it where it is; 0: none.
Slot Vm::may_stay(const Value& reallocated) const {
  const Slot slot = slot_of(reallocated.bits);
  const bool is_block = (reallocated.tag & kPointer) && slot < state_.objects.size() && state_.objects[slot] &&
                        state_.objects[slot]->kind == ObjectKind::Heap && state_.objects[slot]->alive;
  return options_.reuse_addresses && is_block ? slot : 0;
}

// realloc leaves the block in its place.
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
  resized->site = user_loc(*thread_);
  forget_exclusives(slot);
  reuse(slot, resized);
  state_.heap_bytes += size - old->size;
  const uint64_t kept = std::min(size, old->size);
  std::memcpy(resized->data(), old->data(), kept);
  if (old->has_undefined)
    std::memcpy(resized->undefined(), old->undefined(), kept);
  else
    std::memset(resized->undefined(), 0, kept);
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
