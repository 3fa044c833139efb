// Interleaving-independent names: a global has its own name, and an object of the heap or of a stack is named after the
// line that allocates it and after the thread to which it was given: the thread whose creation made the object
// reachable for other threads. (Before that only its creator could access the object, in invisible steps.) So several
// objects may share a name. A name is *unique* while only one thread makes objects of that name reachable for other
// threads and ends them, and each of them ends before the next one becomes reachable. Then the past of that thread
// determines which object has the name, independently of the steps of other threads.
#include "vm/interpreter.h"

namespace mover::vm {

namespace {

// The name of an object that is no global. Allocation sites and globals are numbered separately, so the bit kDynamic
// marks names of dynamic objects. Each thread's copy of a thread-local variable has its own name, unless the thread is
// interchangeable with others.
constexpr uint32_t kTwin = 127;
uint32_t class_of(const Object& object) {
  const uint32_t thread = object.kind == ObjectKind::ThreadLocal ? object.owner : object.given_to;
  const uint32_t named = object.given_to_twin ? kTwin : thread;
  uint32_t maker =
      object.kind == ObjectKind::ThreadLocal ? object.global << 6 | (named & 63) : object.site << 7 | (named & 127);
  return AddressName::kDynamic | maker << 3 | static_cast<uint32_t>(object.kind);
}

}  // namespace

AddressName Vm::name(Address address) const {
  Slot slot = slot_of(address);
  auto offset = static_cast<uint32_t>(offset_of(address));
  if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot])
    return {slot, offset, slot < first_dynamic_};
  const Object& object = *state_.objects[slot];
  uint32_t name = class_of(object);
  auto known = published_.find(name);
  const ThreadId twin =
      object.given_to_twin ? (object.kind == ObjectKind::ThreadLocal ? object.owner : object.given_to) : 0;
  return {name, offset, object.shared && known != published_.end() && known->second.unique, twin};
}

bool Vm::unique(uint32_t object_name) const {
  if (object_name < first_dynamic_) return true;
  auto known = published_.find(object_name);
  return known == published_.end() || known->second.unique;
}

// Called when the object becomes reachable for other threads. Checks whether its name is still unique.
void Vm::published(const Object& object, Slot slot) {
  if (object.kind == ObjectKind::ThreadHandle) return;
  auto [known, fresh] = published_.try_emplace(class_of(object), Published{current_, true});
  if (!known->second.unique) return;
  // Other interchangeable threads make objects of this name, too.
  bool another = runs_twin();
  if (fresh && !another) return;
  another |= known->second.by != current_;
  for (Slot s = first_dynamic_; s < state_.objects.size() && !another; ++s)
    another = s != slot && state_.objects[s] && state_.objects[s]->shared && state_.objects[s]->alive &&
              class_of(*state_.objects[s]) == known->first;
  if (!another) return;
  known->second.unique = false;
  ++names_lost_;
}

// Called when the lifetime of an object that other threads can reach ends.
void Vm::ended(const Object& object) {
  auto known = published_.find(class_of(object));
  if (known == published_.end() || !known->second.unique) return;
  if (known->second.by == current_ && !runs_twin()) return;
  known->second.unique = false;
  ++names_lost_;
}

}  // namespace mover::vm
