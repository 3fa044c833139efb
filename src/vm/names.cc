// Names of places that do not depend on the interleaving: a global is called by itself, an object of the heap or of a
// stack by the line that makes it. So several objects may have one name. A name is *unique* while that cannot matter:
// one thread alone makes its objects reachable for others and ends them, and never one before the last one has ended.
// Then "the object of that name" is a fact about that thread's own past, whatever the others do meanwhile.
#include "vm/interpreter.h"

namespace mover::vm {

namespace {

// Sites and globals are numbered apart; a bit tells dynamic objects from globals. Every thread's copy of a thread-local
// variable has a name of its own.
uint32_t class_of(const Object& object) {
  uint32_t maker = object.kind == ObjectKind::ThreadLocal ? object.global << 6 | (object.owner & 63) : object.site;
  return PlaceName::kDynamic | maker << 3 | static_cast<uint32_t>(object.kind);
}

}  // namespace

PlaceName Vm::name(Address address) const {
  Slot slot = slot_of(address);
  auto offset = static_cast<uint32_t>(offset_of(address));
  if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot])
    return {slot, offset, slot < first_dynamic_};
  const Object& object = *state_.objects[slot];
  uint32_t name = class_of(object);
  auto known = published_.find(name);
  return {name, offset, object.shared && known != published_.end() && known->second.unique};
}

bool Vm::unique(uint32_t object_name) const {
  if (object_name < first_dynamic_) return true;
  auto known = published_.find(object_name);
  return known == published_.end() || known->second.unique;
}

// The object has just become reachable for other threads.
void Vm::published(const Object& object, Slot slot) {
  if (object.kind == ObjectKind::ThreadHandle) return;
  auto [known, fresh] = published_.try_emplace(class_of(object), Published{current_, true});
  if (fresh || !known->second.unique) return;
  bool another = known->second.by != current_;
  for (Slot s = first_dynamic_; s < state_.objects.size() && !another; ++s)
    another = s != slot && state_.objects[s] && state_.objects[s]->shared && state_.objects[s]->alive &&
              class_of(*state_.objects[s]) == known->first;
  if (!another) return;
  known->second.unique = false;
  ++names_lost_;
}

void Vm::ended(const Object& object) {
  auto known = published_.find(class_of(object));
  if (known == published_.end() || !known->second.unique || known->second.by == current_) return;
  known->second.unique = false;
  ++names_lost_;
}

}  // namespace mover::vm
