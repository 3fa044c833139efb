// What the names of allocated memory depend on (ir/holders.h): variables and blocks, and the pointers in them.
#include "ir/holders.h"
#include "ir/names.h"
#include "vm/interpreter.h"

namespace mover::vm {

namespace {

bool has_parts(const ir::DebugType& type) {
  return type.kind == ir::DebugType::Kind::Struct || type.kind == ir::DebugType::Kind::Array;
}

}  // namespace

class Vm::NamedMemory : public ir::HeldMemory {
 public:
  explicit NamedMemory(const Vm& vm) : vm_(vm) {}

  const ir::Program& types() const override { return vm_.program_; }

  std::vector<ir::Root> roots() const override {
    std::vector<ir::Root> globals, locals;
    for (Slot slot = 1; slot < vm_.state_.objects.size(); ++slot) {
      const Object* object = vm_.state_.objects[slot] ? vm_.state_.objects[slot].get() : nullptr;
      if (object == nullptr || !object->alive) continue;
      if (object->kind == ObjectKind::Global) {
        const ir::Global& global = vm_.program_.globals[object->global];
        if (!global.is_library && global.type != 0)
          globals.push_back(
              {address_of(slot), object->size, global.type, vm_.describe_object(*object, slot), "", true});
      } else if (const ir::Made* made = object->kind == ObjectKind::Stack ? vm_.made_as(*object) : nullptr) {
        if (has_parts(types().types[made->type]))
          locals.push_back(
              {address_of(slot), object->size, made->type, made->name, vm_.place_of_local(*object), false});
      }
    }
    globals.insert(globals.end(), locals.begin(), locals.end());
    vm_.object_numbers().for_each([&](Address address) {
      ir::HeldBlock block;
      if (!block_at(address, block)) return;
      const std::string name = ir::object_name(types().types[block.type]);
      if (!name.empty()) globals.push_back({block.begin, block.size, block.type, name + block.number, "", true});
    });
    return globals;
  }

  void for_each_pointer(uint64_t begin, uint64_t, const Found& f) const override {
    if (const Object* object = vm_.object_at(begin))
      object->for_each_pointer([&](uint64_t word, uint64_t value) { f(word * 8, value); });
  }

  bool block_at(uint64_t address, ir::HeldBlock& block) const override {
    const Slot slot = slot_of(address);
    const Object* object = slot != 0 && slot < kImmutable ? vm_.object_at(address) : nullptr;
    if (object == nullptr || object->kind != ObjectKind::Heap || !object->alive || vm_.has_exception(*object))
      return false;
    const ir::Made* made = vm_.made_as(*object);
    block = {address_of(slot), object->size, made == nullptr ? 0 : made->type,
             vm_.object_numbers().of(address_of(slot))};
    return true;
  }

 private:
  const Vm& vm_;
};

// The bytes of an allocated block after the pointer that leads to it; empty if no pointer gives it a name.
std::string Vm::part_by_pointer(Address address, uint64_t size) const {
  ir::Holders* holders = object_numbers().holders();
  const NamedMemory memory(*this);
  ir::HeldBlock block;
  if (holders == nullptr || !memory.block_at(address, block)) return "";
  return holders->part(memory, block, address - block.begin, size);
}

}  // namespace mover::vm
