// Addresses that malloc gives a second time. A pointer to a freed block that is still kept somewhere may become equal to
// one that malloc returns later (ABA): a compare-and-swap that expects the old block then succeeds on the new one.
//
// Allocating is an action that no other thread can tell from local computation only while that is left out. So it is
// left out at first, and the machine notices whether it could matter: where a pointer to a freed block is compared with
// one to another block of its size. Machines that are made with Options::reuse_addresses choose at every allocation
// between a new address and those of freed blocks of that size to which something still points.
#include "vm/interpreter.h"

namespace mover::vm {

// Blocks that malloc may give back, lowest slot first. What only one thread ever knew of is none of them.
std::vector<Slot> Vm::reusable(uint64_t size) const {
  std::vector<Slot> slots;
  if (!allocations_depend()) return slots;
  for (Slot slot = first_dynamic_; slot < state_.objects.size(); ++slot) {
    const Ref<Object>& object = state_.objects[slot];
    if (object && object->kind == ObjectKind::Heap && !object->alive && object->shared &&
        size_class(object->freed_size) == size_class(size))
      slots.push_back(slot);
  }
  if (slots.empty()) return slots;
  std::vector<uint32_t> reached;
  mark_reachable(true, reached);
  std::erase_if(slots, [&](Slot slot) { return reached[slot] == 0; });
  return slots;
}

// Pointers that dangled lead to the new object: others can reach it from the beginning.
Slot Vm::reuse(Slot slot, Object* object) {
  ++state_.created_since_gc;
  object->among_others = others();
  object->exposed = state_.objects[slot]->exposed;
  object->shared = object->in_memory = true;
  state_.objects[slot] = Ref<Object>(object);
  published(*object, slot);
  if (recording_) event(Event::Kind::NewObject, address_of(slot));
  return slot;
}

// Two values are compared. A compare-and-swap is concurrent with the freeing of what it expects, often: then it is
// enough that blocks of that size are freed at all.
void Vm::compares(const Value& a, const Value& b, bool exchanges) {
  if (options_.reuse_matters == nullptr || *options_.reuse_matters || !others() || a.bits == b.bits) return;
  auto block = [&](const Value& v) -> const Object* {
    const Slot slot = slot_of(v.bits);
    if (!(v.tag & kPointer) || slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot])
      return nullptr;
    return state_.objects[slot]->kind == ObjectKind::Heap ? state_.objects[slot].get() : nullptr;
  };
  auto class_of = [](const Object& o) { return size_class(o.alive ? o.size : o.freed_size); };
  bool matters = false;
  if (const Object *one = block(a), *other = block(b); one != nullptr && other != nullptr) {
    if (class_of(*one) != class_of(*other)) return;
    matters = !one->alive || !other->alive || (exchanges && freed_classes_.count(class_of(*one)) != 0);
    if (exchanges) exchanged_classes_.insert(class_of(*one));
  } else if (exchanges && a.bits != 0 && b.bits != 0) {  // numbers that addresses were made part of
    for (Slot slot : state_.exposed)
      matters |= state_.objects[slot]->kind == ObjectKind::Heap && !state_.objects[slot]->alive;
  }
  if (matters) *options_.reuse_matters = true;
}

void Vm::frees(const Object& block) {
  if (options_.reuse_matters == nullptr || *options_.reuse_matters || !visible(block)) return;
  freed_classes_.insert(size_class(block.size));
  if (exchanged_classes_.count(size_class(block.size)) != 0) *options_.reuse_matters = true;
}

}  // namespace mover::vm
